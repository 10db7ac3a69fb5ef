/** Keeps the workbook and the add-on's properties in a file across restarts. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Host } from '../host/host.ts';
import { type KeptBook, readBook, writeBook } from './kept-book.ts';

interface Kept {
  version: 1;
  book: KeptBook;
  script: [string, string][];
  document: [string, string][];
  user: [string, [string, string][]][];
  triggers: { user: string; handler: string; schedule: object }[];
  clock?: number;
  /** When the simulated shop opened, in epoch milliseconds. Its data depends on this time. */
  opened?: number;
}

/** Milliseconds between a change and the save. */
const PAUSE = 2000;

/** Restores the file's content and saves later changes to it. */
export function keepIn(host: Host, file: string): { readonly opened: number; save(): void } {
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new Error(`No such folder: ${folder}. Create it or choose another file`);
  const kept = existsSync(file) ? read(file) : undefined;
  if (kept) restore(host, kept);
  const opened = kept?.opened ?? host.clock.now();
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    // The file contains API keys, so only its owner may read it.
    writeFileSync(`${file}.new`, JSON.stringify({ ...contents(host), opened }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  const trySave = () => {
    try {
      save();
    } catch (error) {
      process.stderr.write(`The workbook could not be saved: ${(error as Error).message}\n`);
    }
  };
  host.workbook.onChange(() => {
    timer ??= setTimeout(trySave, PAUSE);
  });
  return { opened, save };
}

function read(file: string): Kept {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    if (kept.version === 1) return kept;
  } catch {}
  throw new Error(`${file} was not written by the workbench. Choose another file or remove it`);
}

function contents({ workbook, stores, triggers, clock }: Host): Kept {
  return {
    version: 1,
    book: readBook(workbook),
    script: [...stores.script].filter(([key]) => key !== 'DEMO_SHOP'),
    document: [...stores.document],
    user: [...stores.user].map(([email, values]) => [email, [...values]]),
    triggers: triggers.all().map(({ user, handler, schedule }) => ({ user, handler, schedule })),
    clock: clock.now(),
  };
}

function restore(host: Host, { book, script, document, user, triggers, clock }: Kept): void {
  // Stored times must not be in the future.
  if (clock !== undefined) host.clock.moveTo(clock);
  writeBook(host.workbook, book);
  for (const [key, value] of script) host.stores.script.set(key, value);
  for (const [key, value] of document) host.stores.document.set(key, value);
  for (const [email, values] of user) {
    for (const [key, value] of values) host.stores.userProperties(email).set(key, value);
  }
  for (const trigger of triggers) host.triggers.add(trigger.user, trigger.handler, 'CLOCK', trigger.schedule);
}
