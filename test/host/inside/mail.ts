// MailApp. The host stores emails without sending them.
import { callHost } from './bridge.ts';
import type { Emulated } from './strict.ts';

type Message = GoogleAppsScript.Mail.MailAdvancedParameters;

export const mailApp: Emulated<GoogleAppsScript.Mail.MailApp> = {
  sendEmail: (to: string | Message, subject = '', body = '', options: Message | string = {}) => {
    if (typeof options === 'string') throw new Error('not emulated: MailApp.sendEmail with a reply address');
    const message = typeof to === 'string' ? { ...options, to, subject, body } : to;
    callHost('MailApp.sendEmail', {
      to: String(message.to ?? ''),
      subject: String(message.subject ?? ''),
      body: String(message.body ?? ''),
      ...(message.htmlBody === undefined ? {} : { htmlBody: String(message.htmlBody) }),
    });
  },
  getRemainingDailyQuota: () => callHost<number>('MailApp.getRemainingDailyQuota'),
};
