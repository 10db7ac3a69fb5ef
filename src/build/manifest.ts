/** Adds the installer's choices to the manifest. */

export const PERMISSIONS = {
  email: {
    label: 'Daily email',
    about: 'a morning summary sent to your own address',
    oauthScopes: ['https://www.googleapis.com/auth/script.send_mail', 'https://www.googleapis.com/auth/userinfo.email'],
    services: [],
    hosts: [],
  },
  bigquery: {
    label: 'BigQuery',
    about: 'export to BigQuery in your own Google Cloud project',
    oauthScopes: ['https://www.googleapis.com/auth/bigquery'],
    // The advanced service enables the BigQuery API in the script's own project.
    services: [{ userSymbol: 'BigQuery', version: 'v2', serviceId: 'bigquery' }],
    hosts: ['https://bigquery.googleapis.com'],
  },
} as const;

export type Permission = (typeof PERMISSIONS)[PermissionName];
type PermissionName = keyof typeof PERMISSIONS;

export interface ManifestChoice {
  readonly permissions?: readonly PermissionName[];
  /** The only addresses that the script can call. Google requires this list for published add-ons. */
  readonly hosts?: readonly string[];
  /** IANA name. */
  readonly timeZone?: string;
}

interface Manifest {
  readonly oauthScopes: readonly string[];
}

export function manifestWith(plain: string, { permissions = [], hosts, timeZone }: ManifestChoice): string {
  const { oauthScopes, ...rest } = JSON.parse(plain) as Manifest;
  const chosen = permissions.map((name) => PERMISSIONS[name]);
  const services = chosen.flatMap((each) => [...each.services]);
  if (hosts?.length === 0)
    throw new Error('Specify the addresses the add-on may call, such as --hosts https://api.example.com');
  const manifest = {
    ...rest,
    ...(timeZone ? { timeZone } : {}),
    oauthScopes: [...oauthScopes, ...chosen.flatMap((each) => [...each.oauthScopes])],
    ...(services.length > 0 ? { dependencies: { enabledAdvancedServices: services } } : {}),
    ...(hosts ? { urlFetchWhitelist: [...hosts, ...chosen.flatMap((each) => [...each.hosts])].map(prefixOf) } : {}),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Parses a list such as `email,bigquery`. Throws if a name is unknown. */
export function permissionsIn(list: string | undefined): readonly PermissionName[] {
  const names = (list ?? '').split(',').flatMap((name) => name.trim() || []);
  const unknown = names.find((name) => !Object.keys(PERMISSIONS).includes(name));
  if (unknown !== undefined) throw new Error(`--with takes ${Object.keys(PERMISSIONS).join(', ')}, not "${unknown}"`);
  return names as PermissionName[];
}

/** Google matches addresses by prefix. Without the final slash, a longer host name would match too. */
function prefixOf(host: string) {
  const typed = host.trim();
  if (!/^https:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(typed))
    throw new Error(`"${typed}" must look like https://api.example.com, without a question mark.`);
  return typed.endsWith('/') ? typed : `${typed}/`;
}
