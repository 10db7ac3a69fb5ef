import { callHost, Exception } from './bridge.ts';
import { type Emulated, enumeration, strict } from './strict.ts';

type Trigger = GoogleAppsScript.Script.Trigger;
type ClockBuilder = GoogleAppsScript.Script.ClockTriggerBuilder;
type SpreadsheetBuilder = GoogleAppsScript.Script.SpreadsheetTriggerBuilder;

export const AuthMode = enumeration<typeof GoogleAppsScript.Script.AuthMode>(
  'AuthMode',
  'NONE',
  'CUSTOM_FUNCTION',
  'LIMITED',
  'FULL',
);
const AuthorizationStatus = enumeration<typeof GoogleAppsScript.Script.AuthorizationStatus>(
  'AuthorizationStatus',
  'REQUIRED',
  'NOT_REQUIRED',
);
const EventType = enumeration<typeof GoogleAppsScript.Script.EventType>(
  'EventType',
  'CLOCK',
  'ON_OPEN',
  'ON_EDIT',
  'ON_FORM_SUBMIT',
  'ON_CHANGE',
);
const TriggerSource = enumeration<typeof GoogleAppsScript.Script.TriggerSource>(
  'TriggerSource',
  'SPREADSHEETS',
  'CLOCK',
  'FORMS',
  'DOCUMENTS',
  'CALENDAR',
);
const WeekDay = enumeration<typeof GoogleAppsScript.Base.Weekday>(
  'WeekDay',
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
);

/** A documented member that Google's types omit. */
interface AuthorizationInfo extends GoogleAppsScript.Script.AuthorizationInfo {
  getAuthorizedScopes(): string[] | null;
}

interface StoredTrigger {
  id: string;
  handler: string;
  type: keyof typeof EventType;
}

/** Known without `getUniqueId`, which may be refused. */
const ids = new WeakMap<object, string>();

function trigger({ id, handler, type }: StoredTrigger): Trigger {
  const made = strict<Trigger>('Trigger', {
    getUniqueId: () => id,
    getHandlerFunction: () => handler,
    getEventType: () => EventType[type],
    getTriggerSource: () => (type === 'CLOCK' ? TriggerSource.CLOCK : TriggerSource.SPREADSHEETS),
    // Null for a time-driven trigger. Google's types omit this.
    getTriggerSourceId: () => (type === 'CLOCK' ? null! : callHost<string>('Spreadsheet.getId')),
  });
  ids.set(made, id);
  return made;
}

/** Allowed integers per setting. The limits of clock and calendar units are documented. */
const SCHEDULES: Readonly<Record<string, readonly [least: number, most: number]>> = {
  after: [1, Number.MAX_SAFE_INTEGER],
  atHour: [0, 23],
  nearMinute: [0, 59],
  everyMinutes: [1, 30],
  everyHours: [1, Number.MAX_SAFE_INTEGER],
  everyDays: [1, Number.MAX_SAFE_INTEGER],
  everyWeeks: [1, Number.MAX_SAFE_INTEGER],
  onMonthDay: [1, 31],
};

function demandSchedule(name: string, value: unknown): void {
  const range = SCHEDULES[name];
  if (!range) return;
  const isAllowed = Number.isInteger(value) && Number(value) >= range[0] && Number(value) <= range[1];
  if (!isAllowed) throw new Exception('The value you passed to {0} is not allowed: {1}', name, String(value));
}

function clockBuilder(handler: string): ClockBuilder {
  const schedule: Record<string, unknown> = {};
  const set =
    (name: string) =>
    (value: unknown = true) => {
      demandSchedule(name, value);
      schedule[name] = typeof value === 'object' && !(value instanceof Date) ? String(value) : value;
      return facade;
    };
  const facade: ClockBuilder = strict<ClockBuilder>('ClockTriggerBuilder', {
    after: set('after'),
    at: set('at'),
    atDate: (year, month, day) => set('atDate')([year, month, day].join('-')),
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

function spreadsheetBuilder(handler: string): SpreadsheetBuilder {
  let type = '';
  const set = (next: string) => () => {
    type = next;
    return facade;
  };
  const facade: SpreadsheetBuilder = strict<SpreadsheetBuilder>('SpreadsheetTriggerBuilder', {
    onOpen: set('ON_OPEN'),
    onEdit: set('ON_EDIT'),
    onChange: set('ON_CHANGE'),
    onFormSubmit: set('ON_FORM_SUBMIT'),
    create: () => trigger(callHost<StoredTrigger>('SpreadsheetTriggerBuilder.create', handler, type)),
  });
  return facade;
}

const allTriggers = (method: string) => callHost<StoredTrigger[]>(`ScriptApp.${method}`).map(trigger);

export const scriptApp: Emulated<GoogleAppsScript.Script.ScriptApp> = {
  AuthMode,
  AuthorizationStatus,
  EventType,
  TriggerSource,
  WeekDay,
  getAuthorizationInfo: () => {
    const status = callHost<keyof typeof AuthorizationStatus>('ScriptApp.getAuthorizationInfo');
    return strict<AuthorizationInfo>('AuthorizationInfo', {
      getAuthorizationStatus: () => AuthorizationStatus[status],
      getAuthorizedScopes: () => callHost<string[]>('ScriptApp.getAuthorizedScopes'),
      getAuthorizationUrl: () => (status === 'REQUIRED' ? 'https://script.google.com/authorize' : null!),
    });
  },
  getOAuthToken: () => callHost<string>('ScriptApp.getOAuthToken'),
  getScriptId: () => callHost<string>('ScriptApp.getScriptId'),
  newTrigger: (handler) => {
    callHost('ScriptApp.newTrigger', handler);
    return strict<GoogleAppsScript.Script.TriggerBuilder>('TriggerBuilder', {
      timeBased: () => clockBuilder(handler),
      forSpreadsheet: (which) => {
        const id = typeof which === 'string' ? which : which.getId();
        if (id !== callHost<string>('Spreadsheet.getId'))
          throw new Error('not emulated: a trigger for another spreadsheet');
        return spreadsheetBuilder(handler);
      },
    });
  },
  getProjectTriggers: () => allTriggers('getProjectTriggers'),
  getUserTriggers: () => allTriggers('getUserTriggers'),
  deleteTrigger: (which) => void callHost('ScriptApp.deleteTrigger', ids.get(which) ?? which.getUniqueId()),
};
