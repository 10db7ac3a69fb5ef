// LibreOffice, another program that opens the saved files: the system's, installed when that can be done.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
 * The file in another format that LibreOffice writes, such as `fods` or `pdf`; `ending` is that of its name.
 * `filter` says how it is to be read, in the words of LibreOffice's `--infilter`.
 */
export function converted(file: Buffer, format: string, ending = 'xlsx', filter?: string): Buffer {
  const program = programPath(office);
  const directory = mkdtempSync(join(tmpdir(), 'office-'));
  try {
    writeFileSync(join(directory, `book.${ending}`), file);
    // A profile of its own, or a LibreOffice that runs already would take the work over.
    const profile = `-env:UserInstallation=file://${directory}/profile`;
    const args = [
      profile,
      '--headless',
      ...(filter === undefined ? [] : [`--infilter=${filter}`]),
      '--convert-to',
      format,
      '--outdir',
      directory,
      join(directory, `book.${ending}`),
    ];
    const { stderr, status } = spawnSync(program, args, { encoding: 'utf8', timeout: 120_000 });
    const made = join(directory, `book.${format}`);
    if (!existsSync(made)) throw new Error(`LibreOffice wrote no ${format} (exit ${status}): ${stderr}`);
    return readFileSync(made);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
