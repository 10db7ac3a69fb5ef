// Session: who runs the script, as far as its scopes let it know.
import { callHost } from './bridge.ts';
import { strict } from './strict.ts';

function user(method: string) {
  const email = callHost<string>(`Session.${method}`);
  return strict('User', { getEmail: () => email, toString: () => email });
}

export const session = {
  getActiveUser: () => user('getActiveUser'),
  getEffectiveUser: () => user('getEffectiveUser'),
  getTemporaryActiveUserKey: () => callHost<string>('Session.getTemporaryActiveUserKey'),
  getScriptTimeZone: () => callHost<string>('Session.getScriptTimeZone'),
  getActiveUserLocale: () => callHost<string>('Session.getActiveUserLocale'),
};
