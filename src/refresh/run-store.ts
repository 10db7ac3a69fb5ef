/** Runs that go on in a later execution, kept in a store whose values are small. */
import type { Store } from '../protocol/store.ts';
import type { Run } from './run.ts';

/** A property holds 9 KB; some room is left for characters that take several bytes. */
const PART = 2800;

export function saveRun(store: Store, run: Run): void {
  const text = JSON.stringify(run);
  const parts = Math.ceil(text.length / PART);
  for (let part = 0; part < parts; part++)
    store.set(keyOf(run.id, part), text.slice(part * PART, (part + 1) * PART));
  // Written last: a run whose parts are not all there is not found.
  store.set(keyOf(run.id), String(parts));
}

export function loadRun(store: Store, id: string): Run | undefined {
  const parts = Number(store.get(keyOf(id)) ?? 0);
  let text = '';
  for (let part = 0; part < parts; part++) text += store.get(keyOf(id, part)) ?? '';
  return text === '' ? undefined : (JSON.parse(text) as Run);
}

export function removeRun(store: Store, id: string): void {
  const parts = Number(store.get(keyOf(id)) ?? 0);
  store.remove(keyOf(id));
  for (let part = 0; part < parts; part++) store.remove(keyOf(id, part));
}

function keyOf(id: string, part?: number): string {
  return part === undefined ? `run.${id}` : `run.${id}.${part}`;
}
