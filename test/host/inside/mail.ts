// MailApp: mails are kept by the host and go nowhere.
import { callHost } from './bridge.ts';

interface Message {
  to?: string;
  subject?: string;
  body?: string;
  htmlBody?: string;
}

export const mailApp = {
  sendEmail: (to: string | Message, subject = '', body = '', options: Message = {}) => {
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
