import { callHost } from './bridge.ts';
import { type Emulated, strict } from './strict.ts';

export function userOf(email: string): GoogleAppsScript.Base.User {
  return strict<GoogleAppsScript.Base.User & { toString(): string }>('User', {
    getEmail: () => email,
    toString: () => email,
  });
}

export const session: Emulated<GoogleAppsScript.Base.Session> = {
  getActiveUser: () => userOf(callHost('Session.getActiveUser')),
  getEffectiveUser: () => userOf(callHost('Session.getEffectiveUser')),
  getScriptTimeZone: () => callHost<string>('Session.getScriptTimeZone'),
  getActiveUserLocale: () => callHost<string>('Session.getActiveUserLocale'),
};
