// Converts saved files with LibreOffice, which is installed on demand.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programPath } from '../debian-program.ts';

const office = {
  name: 'LibreOffice',
  variable: 'LIBREOFFICE',
  places: ['/usr/bin/soffice', '/usr/bin/libreoffice', '/opt/libreoffice/program/soffice'],
  packages: 'libreoffice-calc',
} as const;

/**
 * `format` is, for example, `fods` or `pdf`; `ending` is the file's extension, and `filter` is LibreOffice's
 * `--infilter`.
 */
export function converted(file: Buffer, format: string, ending = 'xlsx', filter?: string): Buffer {
  const made = convertedAll(new Map([[`book.${ending}`, file]]), format, filter).get(`book.${format}`);
  if (!made) throw new Error(`LibreOffice did not write a .${format} file.`);
  return made;
}

/**
 * Returns all output files by name. `format` is LibreOffice's `--convert-to`, with optional filter and options;
 * `filter` is `--infilter`. `zone` is LibreOffice's time zone.
 */
export function convertedAll(
  files: ReadonlyMap<string, Buffer>,
  format: string,
  filter?: string,
  zone = process.env.TZ,
): ReadonlyMap<string, Buffer> {
  const program = programPath(office);
  const directory = mkdtempSync(join(tmpdir(), 'office-'));
  try {
    const [given, made] = [join(directory, 'given'), join(directory, 'made')];
    for (const each of [given, made]) mkdirSync(each);
    for (const [name, content] of files) writeFileSync(join(given, name), content);
    const args = [
      // Use a separate profile: with a shared one, an open LibreOffice would handle the conversion.
      `-env:UserInstallation=file://${directory}/profile`,
      '--headless',
      ...(filter === undefined ? [] : [`--infilter=${filter}`]),
      '--convert-to',
      format,
      '--outdir',
      made,
      ...[...files.keys()].map((name) => join(given, name)),
    ];
    const { stderr, status } = spawnSync(program, args, {
      encoding: 'utf8',
      timeout: 120_000,
      env: { ...process.env, TZ: zone },
    });
    const names = readdirSync(made);
    if (names.length === 0)
      throw new Error(`LibreOffice did not write a .${format} file (exit code ${status}): ${stderr}`);
    return new Map(names.map((name) => [name, readFileSync(join(made, name))]));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
