/** Makes the build that is published as an add-on: the same files with a manifest that names the addresses it may call. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pushedFiles } from './pushed-files.ts';

const MANIFEST = 'appsscript.json';

/** `dist` holds the built files; `hosts` as `addonManifest` takes them. */
export function buildAddon(root: string, dist: string, out: string, hosts: readonly string[]): void {
  const manifest = addonManifest(readFileSync(join(dist, MANIFEST), 'utf8'), hosts);
  mkdirSync(out, { recursive: true });
  for (const file of pushedFiles(root)) copyFileSync(join(dist, file), join(out, file));
  writeFileSync(join(out, MANIFEST), manifest);
}

/**
 * Google asks of a published add-on for the addresses that it may call. It needs no section `addOns`, which is for add-ons
 * made of cards: menus, sidebars and formulas come from the script itself. `hosts` are addresses such as
 * `https://api.example.com`; throws where one is not.
 */
export function addonManifest(bound: string, hosts: readonly string[]): string {
  if (hosts.length === 0)
    throw new Error('Say which addresses the add-on may call, such as --hosts https://api.example.com');
  const manifest = { ...(JSON.parse(bound) as object), urlFetchWhitelist: hosts.map(prefixOf) };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** What was typed on the command line, and the address that the warehouse needs. */
export function hostsOf(typed: {
  readonly hosts?: string | undefined;
  readonly warehouse?: boolean | undefined;
}): readonly string[] {
  return [
    ...(typed.hosts?.split(',') ?? []),
    ...(typed.warehouse && typed.hosts ? ['https://bigquery.googleapis.com'] : []),
  ];
}

/** Google compares the beginning of an address; without the slash at the end a longer host would begin the same. */
function prefixOf(host: string): string {
  const typed = host.trim();
  if (!/^https:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(typed))
    throw new Error(`"${typed}" has to look like https://api.example.com, without a question mark.`);
  return typed.endsWith('/') ? typed : `${typed}/`;
}
