/** The browser that the tests drive: the system's Chromium, installed when that can be done. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { programPath } from '../host/debian-program.ts';

const browser = {
  name: 'Chromium',
  variable: 'CHROMIUM',
  // The first has no window of its own, whose parts are pages too: a visit costs it half.
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
];

let started: Promise<Browser> | undefined;

/** One for all files that a process tests: starting it costs more than most visits. */
export function startBrowser(): Promise<Browser> {
  started ??= chromium.launch({ executablePath: programPath(browser), args: quiet });
  return started;
}

/** What a file has opened. The browser itself ends with the process. */
export async function closePages(): Promise<void> {
  const contexts = (await started)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}

const screenshots = fileURLToPath(new URL('../../.cache/screenshots/', import.meta.url));

export function screenshotPath(name: string): string {
  mkdirSync(screenshots, { recursive: true });
  return `${screenshots}${name}.png`;
}
