/** Runs that go on in a later execution, kept in a store whose values are small. */

import { asciiJson } from '../protocol/ascii.ts';
import type { Store } from '../protocol/store.ts';
import type { Run } from './run.ts';

/** A property holds 9 KB. */
const PART = 8000;

/**
 * Parts are written beside those of the version before, and the head, which says which of them count, last:
 * an execution that ends anywhere in between leaves the older version whole.
 */
export function saveRun(store: Store, run: Run): void {
  const before = readHead(store, run.id);
  const text = asciiJson(run);
  const head = { version: before ? 1 - before.version : 0, parts: Math.ceil(text.length / PART) };
  for (let part = 0; part < head.parts; part++)
    store.set(partKey(run.id, head.version, part), text.slice(part * PART, (part + 1) * PART));
  store.set(headKey(run.id), JSON.stringify(head));
  if (before) removeParts(store, run.id, before);
}

export function loadRun(store: Pick<Store, 'get'>, id: string): Run | undefined {
  const head = readHead(store, id);
  if (!head) return undefined;
  let text = '';
  for (let part = 0; part < head.parts; part++) text += store.get(partKey(id, head.version, part)) ?? '';
  return JSON.parse(text) as Run;
}

export function removeRun(store: Store, id: string): void {
  const head = readHead(store, id);
  if (!head) return;
  store.remove(headKey(id));
  removeParts(store, id, head);
}

/** All that are there, given all that is stored. */
export function runsIn(all: Readonly<Record<string, string>>): readonly Run[] {
  return Object.keys(all).flatMap((key) => {
    const [, id] = /^run\.([^.]+)$/.exec(key) ?? [];
    const run = id === undefined ? undefined : loadRun({ get: (name) => all[name] ?? null }, id);
    return run ? [run] : [];
  });
}

/** Which of two versions counts, and of how many parts it is made. */
interface Head {
  readonly version: number;
  readonly parts: number;
}

function readHead(store: Pick<Store, 'get'>, id: string): Head | undefined {
  const text = store.get(headKey(id));
  return text === null ? undefined : (JSON.parse(text) as Head);
}

function removeParts(store: Store, id: string, { version, parts }: Head): void {
  for (let part = 0; part < parts; part++) store.remove(partKey(id, version, part));
}

function headKey(id: string): string {
  return `run.${id}`;
}

function partKey(id: string, version: number, part: number): string {
  return `run.${id}.${version}.${part}`;
}
