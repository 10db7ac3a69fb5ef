// System programs that tests run. They are installed if possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface DebianProgram {
  name: string;
  /** An environment variable that overrides the path. */
  variable: string;
  /** Possible paths; Debian's is first. */
  places: readonly [string, ...string[]];
  /** Debian packages, separated by spaces. */
  packages: string;
}

/** Throws an error with installation instructions if the program is missing. */
export function programPath({ name, variable, places, packages }: DebianProgram): string {
  const found = process.env[variable] || places.find((path) => existsSync(path));
  if (found) return found;
  const [place] = places;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    const get = `apt-get update -q && apt-get install -qy --no-install-recommends ${packages}`;
    // Use a lock, because test files can start the installation at the same time.
    const install = `flock /tmp/${name.toLowerCase()}-install.lock sh -c 'test -x ${place} || (${get})'`;
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('sh', ['-c', install], { stdio: 'inherit', env });
    if (existsSync(place)) return place;
  }
  throw new Error(`${name} not found. Run "apt-get install ${packages}", or set ${variable} to its path.`);
}
