import type { Quota, Quotas } from '../../host/services/quotas.ts';
import type { WireQuota } from '../wire-tools.ts';

const shown: readonly [quota: Quota, name: string, unit: string, scale: number][] = [
  ['urlfetch', 'Fetches', 'calls', 1],
  ['triggers', 'Trigger time', 'minutes', 60_000],
  ['properties', 'Property calls', 'calls', 1],
  ['email', 'Emails', 'recipients', 1],
];

export function quotaTable(quotas: Quotas, users: readonly string[]): WireQuota[] {
  return users.flatMap((user) =>
    shown.map(([quota, name, unit, scale]) => ({
      quota: name,
      user,
      used: quotas.used(quota, user) / scale,
      limit: quotas.limit(quota) / scale,
      unit,
    })),
  );
}
