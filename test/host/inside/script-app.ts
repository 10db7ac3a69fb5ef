// ScriptApp: authorization and installable triggers.
import { callHost } from './bridge.ts';
import { enumeration, strict } from './strict.ts';

export const AuthMode = enumeration('AuthMode', 'NONE', 'CUSTOM_FUNCTION', 'LIMITED', 'FULL');
const AuthorizationStatus = enumeration('AuthorizationStatus', 'REQUIRED', 'NOT_REQUIRED');
const EventType = enumeration('EventType', 'CLOCK', 'ON_OPEN', 'ON_EDIT', 'ON_FORM_SUBMIT', 'ON_CHANGE');
const TriggerSource = enumeration('TriggerSource', 'SPREADSHEETS', 'CLOCK', 'FORMS', 'DOCUMENTS', 'CALENDAR');
const WeekDay = enumeration(
  'WeekDay',
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
);

interface StoredTrigger {
  id: string;
  handler: string;
  type: keyof typeof EventType;
}

function trigger({ id, handler, type }: StoredTrigger) {
  return strict('Trigger', {
    getUniqueId: () => id,
    getHandlerFunction: () => handler,
    getEventType: () => EventType[type],
    getTriggerSource: () => (type === 'CLOCK' ? TriggerSource.CLOCK : TriggerSource.SPREADSHEETS),
    getTriggerSourceId: () => (type === 'CLOCK' ? null : callHost<string>('Spreadsheet.getId')),
  });
}

function clockBuilder(handler: string) {
  const schedule: Record<string, unknown> = {};
  const set =
    (name: string) =>
    (value: unknown = true) => {
      schedule[name] = typeof value === 'object' && !(value instanceof Date) ? String(value) : value;
      return facade;
    };
  const facade: object = strict('ClockTriggerBuilder', {
    after: set('after'),
    at: set('at'),
    atDate: (year: number, month: number, day: number) => set('atDate')([year, month, day].join('-')),
    atHour: set('atHour'),
    nearMinute: set('nearMinute'),
    everyMinutes: set('everyMinutes'),
    everyHours: set('everyHours'),
    everyDays: set('everyDays'),
    everyWeeks: set('everyWeeks'),
    onWeekDay: set('onWeekDay'),
    onMonthDay: set('onMonthDay'),
    inTimezone: set('inTimezone'),
    create: () => trigger(callHost<StoredTrigger>('ClockTriggerBuilder.create', handler, schedule)),
  });
  return facade;
}

function spreadsheetBuilder(handler: string) {
  let type = '';
  const set = (next: string) => () => {
    type = next;
    return facade;
  };
  const facade: object = strict('SpreadsheetTriggerBuilder', {
    onOpen: set('ON_OPEN'),
    onEdit: set('ON_EDIT'),
    onChange: set('ON_CHANGE'),
    onFormSubmit: set('ON_FORM_SUBMIT'),
    create: () => trigger(callHost<StoredTrigger>('SpreadsheetTriggerBuilder.create', handler, type)),
  });
  return facade;
}

const allTriggers = (method: string) => callHost<StoredTrigger[]>(`ScriptApp.${method}`).map(trigger);

export const scriptApp = {
  AuthMode,
  AuthorizationStatus,
  EventType,
  TriggerSource,
  WeekDay,
  getAuthorizationInfo: (_mode: unknown) => {
    const status = callHost<keyof typeof AuthorizationStatus>('ScriptApp.getAuthorizationInfo');
    return strict('AuthorizationInfo', {
      getAuthorizationStatus: () => AuthorizationStatus[status],
      getAuthorizationUrl: () => (status === 'REQUIRED' ? 'https://script.google.com/authorize' : null),
    });
  },
  getScriptId: () => callHost<string>('ScriptApp.getScriptId'),
  newTrigger: (handler: string) => {
    callHost('ScriptApp.newTrigger', handler);
    return strict('TriggerBuilder', {
      timeBased: () => clockBuilder(handler),
      forSpreadsheet: (_sheet: unknown) => spreadsheetBuilder(handler),
    });
  },
  getProjectTriggers: () => allTriggers('getProjectTriggers'),
  getUserTriggers: (_document: unknown) => allTriggers('getUserTriggers'),
  deleteTrigger: (which: { getUniqueId(): string }) =>
    void callHost('ScriptApp.deleteTrigger', which.getUniqueId()),
};
