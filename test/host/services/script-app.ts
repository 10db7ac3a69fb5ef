import type { Execution } from '../execution/execution.ts';
import { isGranted } from './access.ts';
import { type Service, ServiceError, scope } from './service.ts';
import type { EventType, Schedule } from './triggers.ts';

const rules = { scopes: [scope('script.scriptapp')], modes: ['FULL' as const] };

/** An add-on's trigger may not create triggers. */
function demandOutsideTrigger({ host, kind }: Execution): null {
  if (host.options.mode === 'addon' && kind === 'trigger') {
    throw new ServiceError('You do not have permission to call {0}', 'ScriptApp.newTrigger');
  }
  return null;
}

export const scriptApp: Service = {
  ...rules,
  methods: {
    getAuthorizationInfo: ({ host, mode, user }) =>
      mode === 'NONE' || host.users.refused(user).size > 0 ? 'REQUIRED' : 'NOT_REQUIRED',
    getAuthorizedScopes: ({ host, user }) =>
      (host.bundle.manifest.oauthScopes ?? []).filter((each) => isGranted({ host, user, mode: 'FULL' }, each)),
    getScriptId: () => 'local-script',
    newTrigger: demandOutsideTrigger,
    getProjectTriggers: ({ host, user }) => host.triggers.of(user),
    getUserTriggers: ({ host, user }) => host.triggers.of(user),
    deleteTrigger: ({ host, user }, id: string) => host.triggers.remove(user, id),
  },
};

/** Triggers check their authorization first, so this service works in every mode and without a scope. */
export const authorization: Service = {
  modes: ['NONE', 'LIMITED', 'CUSTOM_FUNCTION', 'FULL'],
  methods: {
    getAuthorizationInfo: scriptApp.methods.getAuthorizationInfo!,
    getAuthorizedScopes: scriptApp.methods.getAuthorizedScopes!,
  },
};

/** The user that a token belongs to. The token covers the manifest's scopes that the user has granted. */
export function tokenBearer(text: string): string | undefined {
  return text.startsWith(TOKEN) ? text.slice(TOKEN.length) : undefined;
}

const TOKEN = 'local-token-of-';

/** Requires no scope. The service that receives the token checks its scopes. */
export const token: Service = {
  modes: ['FULL'],
  methods: { getOAuthToken: ({ user }) => `${TOKEN}${user}` },
};

export const clockTriggerBuilder: Service = {
  ...rules,
  methods: {
    create: (execution, handler: string, schedule: Schedule) => {
      demandOutsideTrigger(execution);
      return execution.host.triggers.add(execution.user, handler, 'CLOCK', schedule);
    },
  },
};

export const spreadsheetTriggerBuilder: Service = {
  ...rules,
  methods: {
    create: (execution, handler: string, type: EventType) => {
      demandOutsideTrigger(execution);
      return execution.host.triggers.add(execution.user, handler, type, {});
    },
  },
};
