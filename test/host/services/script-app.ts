// ScriptApp on the host's side: authorization and the triggers of the user who asks.
import { type Service, scope } from './service.ts';
import type { EventType, Schedule } from './triggers.ts';

const rules = { scopes: [scope('script.scriptapp')], modes: ['FULL' as const] };

export const scriptApp: Service = {
  ...rules,
  methods: {
    getAuthorizationInfo: ({ mode }) => (mode === 'NONE' ? 'REQUIRED' : 'NOT_REQUIRED'),
    getScriptId: () => 'local-script',
    newTrigger: () => null,
    getProjectTriggers: ({ host, user }) => host.triggers.of(user),
    getUserTriggers: ({ host, user }) => host.triggers.of(user),
    deleteTrigger: ({ host, user }, id: string) => host.triggers.remove(user, id),
  },
};

/** Asked before a trigger does anything, so it is open to every mode and needs no scope. */
export const authorization: Service = {
  modes: ['NONE', 'LIMITED', 'CUSTOM_FUNCTION', 'FULL'],
  methods: { getAuthorizationInfo: scriptApp.methods.getAuthorizationInfo! },
};

export const clockTriggerBuilder: Service = {
  ...rules,
  methods: {
    create: ({ host, user }, handler: string, schedule: Schedule) =>
      host.triggers.add(user, handler, 'CLOCK', schedule),
  },
};

export const spreadsheetTriggerBuilder: Service = {
  ...rules,
  methods: {
    create: ({ host, user }, handler: string, type: EventType) => host.triggers.add(user, handler, type, {}),
  },
};
