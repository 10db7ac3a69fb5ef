// Finds a system program that tests run, or installs it if possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface DebianProgram {
  name: string;
  /** Environment variable that may hold its path. */
  variable: string;
  /** Possible paths, Debian's first. */
  places: readonly [string, ...string[]];
  /** Debian packages, separated by spaces. */
  packages: string;
}

/** The path of the program. Throws an error that says what to install. */
export function programPath({ name, variable, places, packages }: DebianProgram): string {
  const found = process.env[variable] || places.find((path) => existsSync(path));
  if (found) return found;
  const [place] = places;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    const get = `apt-get update -q && apt-get install -qy --no-install-recommends ${packages}`;
    // Several test files may start the installation at once.
    const install = `flock /tmp/${name.toLowerCase()}-install.lock sh -c 'test -x ${place} || (${get})'`;
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('sh', ['-c', install], { stdio: 'inherit', env });
    if (existsSync(place)) return place;
  }
  throw new Error(
    `There is no ${name}: install it ("apt-get install ${packages}"), or name one by the variable ${variable}`,
  );
}
