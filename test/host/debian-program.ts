// A program of the system that tests drive: found, or installed where that can be done.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface DebianProgram {
  name: string;
  /** The variable of the environment that may name it. */
  variable: string;
  /** Where it may be; the first is where Debian puts it. */
  places: readonly [string, ...string[]];
  /** Debian's packages, separated by blanks. */
  packages: string;
}

/** The path of the program; throws a sentence that says what to install. */
export function programPath({ name, variable, places, packages }: DebianProgram): string {
  const found = process.env[variable] || places.find((path) => existsSync(path));
  if (found) return found;
  const [place] = places;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    const get = `apt-get update -q && apt-get install -qy --no-install-recommends ${packages}`;
    // Several test files may find out at once that it is missing.
    const install = `flock /tmp/${name.toLowerCase()}-install.lock sh -c 'test -x ${place} || (${get})'`;
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('sh', ['-c', install], { stdio: 'inherit', env });
    if (existsSync(place)) return place;
  }
  throw new Error(
    `There is no ${name}: install it ("apt-get install ${packages}"), or name one by the variable ${variable}`,
  );
}
