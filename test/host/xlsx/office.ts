// LibreOffice, another program that opens the saved files: the system's, installed when that can be done.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const places = ['/usr/bin/soffice', '/usr/bin/libreoffice', '/opt/libreoffice/program/soffice'];
const packages = 'libreoffice-calc';
const install = `flock /tmp/libreoffice-install.lock sh -c \
  'test -x ${places[0]} || (apt-get update -q && apt-get install -qy --no-install-recommends ${packages})'`;

/** The file in another format that LibreOffice writes, such as `fods` or `pdf`. */
export function converted(file: Buffer, format: string): Buffer {
  const program = officePath();
  const directory = mkdtempSync(join(tmpdir(), 'office-'));
  try {
    writeFileSync(join(directory, 'book.xlsx'), file);
    // A profile of its own, or a LibreOffice that runs already would take the work over.
    const profile = `-env:UserInstallation=file://${directory}/profile`;
    const args = [
      profile,
      '--headless',
      '--convert-to',
      format,
      '--outdir',
      directory,
      join(directory, 'book.xlsx'),
    ];
    const { stderr, status } = spawnSync(program, args, { encoding: 'utf8', timeout: 120_000 });
    const made = join(directory, `book.${format}`);
    if (!existsSync(made)) throw new Error(`LibreOffice wrote no ${format} (exit ${status}): ${stderr}`);
    return readFileSync(made);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function officePath(): string {
  const named = process.env.LIBREOFFICE;
  if (named) return named;
  const found = places.find((path) => existsSync(path));
  if (found) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    spawnSync('sh', ['-c', install], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (existsSync(places[0]!)) return places[0]!;
  }
  throw new Error(
    `There is no LibreOffice: install it ("apt-get install ${packages}"), or name one by the variable LIBREOFFICE`,
  );
}
