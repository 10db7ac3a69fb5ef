/**
 * What the warehouse holds of each table, as digests in lines of a hidden sheet: a row is sent when its digest is not there.
 * Rows that an undo removed are noted beside them until the next export.
 */
import type { Journal } from '../tables/sheet.ts';
import { SHORT_DIGEST, shortDigest } from './digest.ts';
import type { Place } from './state.ts';

/** Digests of rows, by the digest of their keys. */
export type SentRows = ReadonlyMap<string, string>;

export function isSent(sent: SentRows | undefined, key: string, print: string): boolean {
  return sent?.get(shortDigest(key)) === print;
}

/** Keys of rows of a table that an undo removed at that time, in epoch milliseconds. */
export interface Undone {
  readonly label: string;
  readonly table: string;
  readonly at: number;
  readonly keys: readonly string[];
}

/** A cell has room for 50,000 characters. */
const LONGEST = 49_000;
const ENTRY = 2 * SHORT_DIGEST;
const UNDONE = /^undone (\d+) (.+)$/;

const labelOf = ({ project }: Place, table: string) => `sent ${project} ${table}`;

export interface Memory {
  /** By table. */
  readonly sent: ReadonlyMap<string, SentRows>;
  readonly undone: readonly Undone[];
}

export function readMemory(lines: Journal, place: Place): Memory {
  const sent = new Map<string, Map<string, string>>();
  const undone: Undone[] = [];
  const prefix = labelOf(place, '');
  for (const { label, text } of lines.lines(0)) {
    const [, at, removedFrom] = UNDONE.exec(label) ?? [];
    if (removedFrom !== undefined)
      undone.push({ label, table: removedFrom, at: Number(at), keys: JSON.parse(text) as readonly string[] });
    if (!label.startsWith(prefix)) continue;
    const table = label.slice(prefix.length);
    const digests = sent.get(table) ?? new Map<string, string>();
    sent.set(table, digests);
    // A kill between adding lines and removing the old ones leaves both: the later line counts.
    for (let at = 0; at + ENTRY <= text.length; at += ENTRY)
      digests.set(text.slice(at, at + SHORT_DIGEST), text.slice(at + SHORT_DIGEST, at + ENTRY));
  }
  return { sent, undone };
}

/** Replaces what is known of these tables. */
export function writeSentRows(lines: Journal, place: Place, tables: ReadonlyMap<string, SentRows>): void {
  const labels = new Set([...tables.keys()].map((table) => labelOf(place, table)));
  const before = linesLabeled(lines, (label) => labels.has(label));
  const added = [...tables].flatMap(([table, sent]) => {
    const text = [...sent].map(([key, print]) => key + print).join('');
    const most = LONGEST - (LONGEST % ENTRY);
    const parts = Array.from({ length: Math.ceil(text.length / most) }, (_, part) =>
      text.slice(part * most, (part + 1) * most),
    );
    return parts.map((part) => ({ label: labelOf(place, table), text: part }));
  });
  if (added.length > 0) lines.append(added);
  if (before.length > 0) lines.removeLines(before);
}

/** Nothing is known of any table then: the next export sends every row. */
export function forgetSentRows(lines: Journal, place: Place): void {
  const before = linesLabeled(lines, (label) => label.startsWith(labelOf(place, '')));
  if (before.length > 0) lines.removeLines(before);
}

/** Only in a workbook that was exported before. */
export function noteUndone(lines: Journal, table: string, keys: readonly string[], at: number): void {
  if (keys.length === 0 || lines.labels().length === 0) return;
  const parts: string[][] = [];
  let size = LONGEST;
  for (const key of keys) {
    const length = JSON.stringify(key).length + 1;
    if (size + length > LONGEST) {
      parts.push([]);
      size = 2;
    }
    parts[parts.length - 1]!.push(key);
    size += length;
  }
  lines.append(parts.map((part) => ({ label: `undone ${at} ${table}`, text: JSON.stringify(part) })));
}

export function removeUndone(lines: Journal, undone: readonly Undone[]): void {
  const labels = new Set(undone.map(({ label }) => label));
  const before = linesLabeled(lines, (label) => labels.has(label));
  if (before.length > 0) lines.removeLines(before);
}

function linesLabeled(lines: Journal, isMeant: (label: string) => boolean): readonly number[] {
  return lines.labels().flatMap((label, line) => (isMeant(label) ? [line] : []));
}
