// Optional permissions, and the scopes and services that they add to the manifest.
import type { Bundle } from './bundle.ts';

const AUTH = 'https://www.googleapis.com/auth';

const added: Record<string, { scopes: string[]; services: string[] }> = {
  email: { scopes: [`${AUTH}/script.send_mail`, `${AUTH}/userinfo.email`], services: [] },
  bigquery: { scopes: [`${AUTH}/bigquery`], services: ['BigQuery'] },
};

/** A manifest without scopes has all scopes. */
export function withPermissions(bundle: Bundle, names: Iterable<string>): Bundle {
  const { oauthScopes, dependencies, ...rest } = bundle.manifest;
  const scopes = oauthScopes && new Set(oauthScopes);
  const services = new Map(dependencies?.enabledAdvancedServices?.map((each) => [each.userSymbol, each]));
  for (const name of names) {
    const more = added[name];
    if (!more) throw new Error(`Unknown permission "${name}". Use one of these: ${Object.keys(added).join(', ')}.`);
    for (const scope of more.scopes) scopes?.add(scope);
    for (const userSymbol of more.services) services.set(userSymbol, { userSymbol });
  }
  return {
    ...bundle,
    manifest: {
      ...rest,
      ...(scopes ? { oauthScopes: [...scopes] } : {}),
      dependencies: { enabledAdvancedServices: [...services.values()] },
    },
  };
}
