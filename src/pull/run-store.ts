/** Runs that go on in a later execution, kept in a store whose values are small. */

import type { Store } from '../protocol/store.ts';
import { asciiJson } from '../protocol/store.ts';
import type { IdentifierNote } from './identifiers.ts';
import type { Run, RunPurpose } from './run.ts';

/** A property holds 9 KB. */
const PART = 8000;

/**
 * Parts are written beside those of the version before, and the head, which says which of them count, last:
 * an execution that ends anywhere in between leaves the older version whole.
 */
export function saveRun(store: Store, run: Run): void {
  const before = readHead(store, run.id);
  const text = runText(run);
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
  return readRun(text);
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

/** Version 2, of all that is stored of a run; version 1 had no number. */
function runText({ identifiers, ...run }: Run): string {
  return asciiJson({ version: 2, ...run, identifiers: [...identifiers] });
}

function readRun(text: string): Run {
  const stored = JSON.parse(text) as StoredRun | FormerRun;
  const { version: _, identifiers, ...run } = 'version' in stored ? stored : upgraded(stored);
  return { ...run, identifiers: new Map(identifiers) };
}

type Unchanged = Omit<Run, 'identifiers' | 'emptyStreak' | 'purpose'>;

interface StoredRun extends Omit<Run, 'identifiers'> {
  readonly version: 2;
  readonly identifiers: readonly (readonly [identifier: string, note: IdentifierNote])[];
}

/** Version 1: a list for each reason, and other names of two members. */
interface FormerRun extends Unchanged {
  readonly apart: readonly string[];
  readonly suspected: readonly string[];
  readonly alone: readonly string[];
  readonly refused: readonly string[];
  readonly suspects: readonly string[];
  readonly barren: number;
  readonly errand?: Omit<RunPurpose, 'strategyState'> & { readonly memory: RunPurpose['strategyState'] };
}

function upgraded({
  apart,
  suspected,
  alone,
  refused,
  suspects,
  barren,
  errand,
  ...run
}: FormerRun): StoredRun {
  const notes = new Map<string, IdentifierNote>();
  const note = (list: readonly string[], more: IdentifierNote) => {
    for (const each of list) notes.set(each, { ...notes.get(each), ...more });
  };
  note(alone, { apart: 'single-call' });
  note(suspected, { apart: 'suspected' });
  note(apart, { apart: 'isolated' });
  note(suspects, { found: 'suspect' });
  note(refused, { found: 'refused' });
  const { memory = {}, ...purpose } = errand ?? {};
  return {
    ...run,
    version: 2,
    identifiers: [...notes],
    emptyStreak: barren,
    ...(errand ? { purpose: { ...purpose, strategyState: memory } as RunPurpose } : {}),
  };
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
