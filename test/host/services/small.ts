// Services with few methods: Session, MailApp, HtmlService, console.
import type { Execution } from '../execution/execution.ts';
import { type Message, messageIn } from '../messages.ts';
import { isGranted } from './access.ts';
import { type Service, ServiceError, scope } from './service.ts';

export const session: Service = {
  modes: ['NONE', 'LIMITED', 'CUSTOM_FUNCTION', 'FULL'],
  methods: {
    getActiveUser: email('getActiveUser'),
    getEffectiveUser: email('getEffectiveUser'),
    getScriptTimeZone: ({ host }) => host.scriptTimeZone,
    getActiveUserLocale: ({ host }) => host.language,
  },
};

function email(method: string) {
  return (execution: Execution) => {
    const needed = scope('userinfo.email');
    if (!isGranted(execution, needed)) {
      throw new ServiceError(
        'Specified permissions are not sufficient to call {0}. Required permissions: {1}',
        `Session.${method}`,
        needed,
      );
    }
    return execution.mode === 'FULL' ? execution.user : '';
  };
}

export const mailApp: Service = {
  scopes: [scope('script.send_mail')],
  modes: ['FULL'],
  methods: {
    sendEmail: ({ host, user }, message: { to: string; subject: string; body: string; htmlBody?: string }) => {
      if (message.to === '') throw new ServiceError('Failed to send email: no recipient');
      // Google's quota counts recipients.
      host.quotas.spend('email', user, message.to.split(',').length);
      host.stores.mails.push({ at: host.clock.now(), from: user, ...message });
    },
    getRemainingDailyQuota: ({ host, user }) => host.quotas.remaining('email', user),
  },
};

function pageNamed({ host }: Execution, name: string): string {
  const page = host.bundle.page(name);
  if (page === undefined) throw new ServiceError('No HTML file named {0} was found.', name);
  return page;
}

export const htmlService: Service = {
  modes: ['NONE', 'LIMITED', 'CUSTOM_FUNCTION', 'FULL'],
  methods: {
    createHtmlOutputFromFile: pageNamed,
    createTemplateFromFile: pageNamed,
  },
};

export const consoleService: Service = {
  methods: {
    log: ({ host }, severity: string, message: string) => {
      host.stores.logs.push({ at: host.clock.now(), severity, message });
    },
  },
};

/** Google's messages for errors thrown inside executions. */
export const messages: Service = {
  methods: {
    text: ({ host }, message: Message, details: (string | number)[]) => messageIn(host.language, message, details),
  },
};

/** An execution reads this before it runs the bundle. */
export const manifest: Service = {
  methods: {
    advancedServices: ({ host }) =>
      (host.bundle.manifest.dependencies?.enabledAdvancedServices ?? []).map(({ userSymbol }) => userSymbol),
  },
};

/** Called before an execution uses a refused member. */
export const refusal: Service = {
  methods: {
    demand: ({ host, kind }, member: string) => {
      const message = host.faults.refusalOf(member, kind);
      // The scenario's message isn't translated.
      if (message !== undefined) throw Object.assign(new Error(message), { name: 'Exception' });
    },
  },
};
