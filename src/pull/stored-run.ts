import type { Cursor } from '../protocol/cursor.ts';
import { asciiJson, type Store } from '../protocol/store.ts';
import type { IdentifierNote } from './identifiers.ts';
import type { Run, RunPurpose } from './run.ts';

/** A property holds 9 KB. */
const PART = 8000;

/**
 * In one text where there is room. Else parts are written beside those of the version before, and the head, which says
 * which of them count, last: an execution that ends anywhere in between leaves the older version whole. `holder` is the
 * execution that has the run; nothing is saved, and the answer is false, where `mayFollow` refuses the one that had it
 * (blank: none; undefined: nothing is stored).
 */
export function saveRun(
  store: Store,
  run: Run,
  holder = '',
  mayFollow: (holder: string | undefined) => boolean = () => true,
): boolean {
  const before = readHead(store, run.id);
  if (!mayFollow(before && (before.holder ?? ''))) return false;
  const stored = storedRun(run);
  const head: Head = {
    version: before ? 1 - before.version : 0,
    parts: 0,
    ...(holder === '' ? {} : { holder }),
  };
  const whole = asciiJson({ ...head, run: stored } satisfies Head);
  if (whole.length <= PART) store.set(headKey(run.id), whole);
  else {
    const text = asciiJson(stored);
    const parts = Math.ceil(text.length / PART);
    for (let part = 0; part < parts; part++)
      store.set(partKey(run.id, head.version, part), text.slice(part * PART, (part + 1) * PART));
    store.set(headKey(run.id), JSON.stringify({ ...head, parts } satisfies Head));
  }
  if (before) removeParts(store, run.id, before);
  return true;
}

export function loadRun(store: Pick<Store, 'get'>, id: string): Run | undefined {
  const head = readHead(store, id);
  if (!head) return undefined;
  if (head.run) return readRun(head.run);
  let text = '';
  for (let part = 0; part < head.parts; part++) text += store.get(partKey(id, head.version, part)) ?? '';
  const stored = parsed(text);
  return stored && readRun(stored);
}

/**
 * Nothing where pieces are missing, or are of two executions that took the run from each other at the same instant: it is
 * begun anew, and keeps no other from going on.
 */
function parsed(text: string): AnyStoredRun | undefined {
  try {
    return JSON.parse(text) as AnyStoredRun;
  } catch {
    return undefined;
  }
}

/** Of a `holder`, only what it still has. */
export function removeRun(store: Store, id: string, holder?: string): void {
  const head = readHead(store, id);
  if (!head || (holder !== undefined && head.holder !== holder)) return;
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

/** Version 4, of all that is stored of a run. */
function storedRun({ identifiers, cursor, came: _, ...run }: Run): StoredRun {
  return { version: 4, ...run, cursor: storable(cursor), identifiers: [...identifiers] };
}

/**
 * Records that are told from those that came before, in a later execution: pages that overlap are neighbours, so that
 * the latest are enough.
 */
const MOST_TEXTS = 400;

function storable(cursor: Cursor): Cursor {
  let room = MOST_TEXTS;
  const progress = cursor.progress.map((each) => {
    const texts = room > 0 ? each.texts.slice(-room) : [];
    room -= texts.length;
    return { ...each, texts };
  });
  return { ...cursor, progress };
}

type AnyStoredRun = StoredRun | ThirdRun | FirstRun;

function readRun(stored: AnyStoredRun): Run {
  const third = 'version' in stored ? stored : secondOf(stored);
  const { version: _, identifiers, ...run } = third.version === 4 ? third : fourthOf(third);
  return { ...run, identifiers: new Map(identifiers) };
}

interface StoredRun extends Omit<Run, 'identifiers'> {
  readonly version: 4;
  readonly identifiers: readonly (readonly [identifier: string, note: IdentifierNote])[];
}

/** Version 3 had nothing of what was announced, version 2 no seller either. */
interface ThirdRun extends Omit<StoredRun, 'version' | 'cursor' | 'fellShort' | 'sellerId'> {
  readonly version: 2 | 3;
  readonly sellerId?: string;
  readonly cursor: Omit<Cursor, 'progress'>;
}

function fourthOf(run: ThirdRun): StoredRun {
  return {
    ...run,
    version: 4,
    sellerId: run.sellerId ?? '',
    cursor: { ...run.cursor, progress: [] },
    fellShort: 0,
  };
}

/** Version 1 had no number: a list for each reason, and other names of two members. */
interface FirstRun extends Omit<ThirdRun, 'version' | 'identifiers' | 'emptyStreak' | 'purpose'> {
  readonly apart: readonly string[];
  readonly suspected: readonly string[];
  readonly alone: readonly string[];
  readonly refused: readonly string[];
  readonly suspects: readonly string[];
  readonly barren: number;
  readonly errand?: Omit<RunPurpose, 'strategyState'> & { readonly memory: RunPurpose['strategyState'] };
}

function secondOf({ apart, suspected, alone, refused, suspects, barren, errand, ...run }: FirstRun): ThirdRun {
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

/** Which of two versions counts, of how many parts it is made, and which execution has the run. */
interface Head {
  readonly version: number;
  readonly parts: number;
  /** All of it where there is room. */
  readonly run?: AnyStoredRun;
  readonly holder?: string;
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
