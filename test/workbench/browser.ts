/** Finds and starts Chromium for tests, installing it if possible. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { programPath } from '../host/debian-program.ts';

const browser = {
  name: 'Chromium',
  variable: 'CHROMIUM',
  // The headless shell halves the time per visit.
  places: [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/usr/bin/chromium-browser',
  ],
  packages: 'chromium-headless-shell fonts-liberation',
} as const;

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pages live too briefly for optimization to pay off: without it, they take a quarter less processor time.
  '--js-flags=--no-opt --no-maglev',
];

let started: Promise<Browser> | undefined;

/** Shares one browser among the test files of a process, because starting it takes longer than most visits. */
export function startBrowser(): Promise<Browser> {
  started ??= chromium.launch({ executablePath: programPath(browser), args: quiet });
  return started;
}

/** Closes a test file's pages. The browser ends with the process. */
export async function closePages(): Promise<void> {
  const contexts = (await started)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}

const screenshots = fileURLToPath(new URL('../../.cache/screenshots/', import.meta.url));

export function screenshotPath(name: string): string {
  mkdirSync(screenshots, { recursive: true });
  return `${screenshots}${name}.png`;
}
