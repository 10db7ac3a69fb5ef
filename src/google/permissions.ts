/** The optional permissions that the manifest of this installation may have, see `src/build/manifest.ts`. */

/** The advanced service, under the name that the manifest gives it; it is there only where the manifest names it. */
declare const BigQuery: object | undefined;

/** The published types lack a documented member. */
interface AuthorizationInfo extends GoogleAppsScript.Script.AuthorizationInfo {
  getAuthorizedScopes(): string[] | null;
}

const EMAIL = ['https://www.googleapis.com/auth/script.send_mail', 'https://www.googleapis.com/auth/userinfo.email'];

/** Whether the manifest asks for it and, for email, whether the person granted it. */
export function hasPermission(name: 'bigquery' | 'email'): boolean {
  if (name === 'bigquery') return typeof BigQuery !== 'undefined';
  try {
    const info = ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL) as AuthorizationInfo;
    const granted = info.getAuthorizedScopes() ?? [];
    return EMAIL.every((scope) => granted.includes(scope));
  } catch {
    return false;
  }
}
