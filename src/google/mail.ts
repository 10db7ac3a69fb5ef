/** Email to the account that the execution runs as, with the optional permission. */
import type { Mail } from '../app/ports.ts';
import { attempt } from './service-calls.ts';

/** The published types lack this method. */
interface AuthorizationInfo extends GoogleAppsScript.Script.AuthorizationInfo {
  getAuthorizedScopes(): string[] | null;
}

const SCOPES = ['https://www.googleapis.com/auth/script.send_mail', 'https://www.googleapis.com/auth/userinfo.email'];

export const googleMail: Mail = {
  isAllowed: () =>
    attempt(() => {
      const info = ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL) as AuthorizationInfo;
      const granted = info.getAuthorizedScopes() ?? [];
      return SCOPES.every((scope) => granted.includes(scope));
    }, false),
  left: () => MailApp.getRemainingDailyQuota(),
  address: () => Session.getEffectiveUser().getEmail(),
  send: ({ to, subject, body, htmlBody }) => MailApp.sendEmail(to, subject, body, { htmlBody }),
};
