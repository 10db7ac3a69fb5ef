/** What each user has spent of Google's daily allowances, as the host counts it. */
import type { Host } from '../../host/host.ts';
import { type Quota, Quotas } from '../../host/services/quotas.ts';
import type { WireQuota } from '../wire-tools.ts';
import type { Watch } from './watch.ts';

/** By whose calls it is spent. */
const shown: readonly [quota: Quota, name: string, service: string, unit: string][] = [
  ['urlfetch', 'Fetches', 'UrlFetchApp', 'calls'],
  ['triggers', 'Time of triggers', 'trigger', 'minutes'],
  ['properties', 'Property calls', 'Properties', 'calls'],
  ['email', 'Mails', 'MailApp', 'recipients'],
];

export function quotaTable(host: Host, watch: Watch, users: readonly string[]): WireQuota[] {
  const untouched = new Quotas(host.options.account, () => 0);
  return users.flatMap((user) =>
    shown.map(([quota, name, service, unit]) => {
      const limit = untouched.remaining(quota, user);
      // Asking begins the day of a quota, so only those are asked for of which something was spent.
      const isSpent = watch.spent.has(`${service} ${user}`);
      const used = isSpent ? limit - host.quotas.remaining(quota, user) : 0;
      const scale = quota === 'triggers' ? 60_000 : 1;
      return { quota: name, user, used: used / scale, limit: limit / scale, unit };
    }),
  );
}
