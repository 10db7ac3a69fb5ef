/** The browser that the tests drive: the system's Chromium, installed when that can be done. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];
const packages = 'chromium fonts-liberation';
// Several test files may find out at once that it is missing.
const install = `flock /tmp/chromium-install.lock sh -c \
  'test -x ${places[0]} || (apt-get update -q && apt-get install -qy --no-install-recommends ${packages})'`;

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), args: quiet });
}

function browserPath(): string {
  const named = process.env.CHROMIUM;
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
    `There is no Chromium: install it ("apt-get install ${packages}"), or name one by the variable CHROMIUM`,
  );
}

const screenshots = fileURLToPath(new URL('../../.cache/screenshots/', import.meta.url));

export function screenshotPath(name: string): string {
  mkdirSync(screenshots, { recursive: true });
  return `${screenshots}${name}.png`;
}
