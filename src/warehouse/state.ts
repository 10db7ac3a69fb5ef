/** Stores the user's BigQuery location and the workbook's record of exported rows. */
import { chunks, chunksOfText } from '../protocol/lists.ts';
import { argumentError } from '../protocol/market-error.ts';
import { parseJson, type Store, stored } from '../protocol/store.ts';
import type { Journal } from '../tables/sheet.ts';

export interface Place {
  readonly project: string;
  readonly location: string;
}

const PLACE = stored<Place | undefined>('warehouse.place', 1, undefined);

const PROJECT = /^([a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/;
const LOCATION = /^[A-Za-z][A-Za-z0-9-]{1,30}$/;

/** Stores the location per user, so other editors can't redirect exports. Throws MARKET_ARGUMENT. */
export function savePlace(user: Store, typed: { readonly project: unknown; readonly location: unknown }): Place {
  const project = String(typed.project ?? '').trim();
  const location = String(typed.location ?? '').trim() || 'US';
  if (!PROJECT.test(project))
    throw argumentError(
      `"${project}" is not a project ID. Copy the ID from the Google Cloud console. Example: my-shop-123456.`,
    );
  if (!LOCATION.test(location))
    throw argumentError(`"${location}" is not a location. Enter US, EU, or a region such as europe-west1.`);
  PLACE.write(user, { project, location });
  return { project, location };
}

export function readPlace(user: Pick<Store, 'get'>): Place | undefined {
  return PLACE.read(user);
}

/** The export's state in a workbook, stored per project. */
export interface ExportState {
  /** Number of sent rows, by table. */
  readonly sent: Readonly<Record<string, number>>;
  /** Creation time of each log, by table. A recreated log is empty. */
  readonly made: Readonly<Record<string, string>>;
  /** Number of times everything was sent again. Part of load job names. */
  readonly round: number;
  /** Newest `as_of` in each log. */
  readonly watermarks: Readonly<Record<string, number>>;
  /** Whether the dataset or a table expires. If so, the workbook keeps all rows. */
  readonly expires: boolean;
  readonly doneAt?: number;
}

const EMPTY: ExportState = { sent: {}, made: {}, round: 0, watermarks: {}, expires: false };

const STATE = 'warehouse.state.';
const stateOf = ({ project }: Place) => stored<ExportState>(STATE + project, 1, EMPTY);

/** Whether anyone exported the workbook. */
export function isExported(document: Pick<Store, 'all'>): boolean {
  return Object.keys(document.all()).some((key) => key.startsWith(STATE));
}

/** If the state is lost, only its counts are wrong, because digests record the sent rows. */
export function readState(document: Pick<Store, 'get'>, place: Place): ExportState {
  return stateOf(place).read(document);
}

export function writeState(document: Pick<Store, 'set'>, place: Place, state: ExportState): void {
  stateOf(place).write(document, state);
}

/** Returns a 128-bit digest as 32 hexadecimal digits. */
export function digestOf(text: string): string {
  let [one, two, three, four] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = two ^ Math.imul(one ^ code, 597399067);
    two = three ^ Math.imul(two ^ code, 2869860233);
    three = four ^ Math.imul(three ^ code, 951274213);
    four = one ^ Math.imul(four ^ code, 2716044179);
  }
  const mixed = [one, two, three, four].map((lane) => {
    const first = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
    const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
    return (second ^ (second >>> 16)) >>> 0;
  });
  return mixed.map((lane) => lane.toString(16).padStart(8, '0')).join('');
}

const SHORT_DIGEST = 7;

/** Returns a 36-bit digest as seven alphanumeric characters, enough to distinguish a table's rows. */
export function shortDigest(text: string): string {
  return parseInt(digestOf(text).slice(0, 9), 16).toString(36).padStart(SHORT_DIGEST, '0');
}

/** Digests of sent rows, keyed by the digest of the row key. The first character is `-` if the row is sent again. */
export type SentRows = ReadonlyMap<string, string>;

export function isSent(sent: SentRows | undefined, key: string, print: string): boolean {
  return sent?.get(shortDigest(key)) === print;
}

/** False for rows that are only sent again. */
export function isChanged(sent: SentRows | undefined, key: string, print: string): boolean {
  const before = sent?.get(shortDigest(key));
  return before !== undefined && before.slice(1) !== print.slice(1);
}

/** A journal line that records rows removed by an undo. */
interface Undone {
  readonly label: string;
  readonly table: string;
  readonly at: number;
  readonly keys: readonly string[];
}

/** Google allows 50,000 characters per cell. */
const LONGEST = 49_000;
const ENTRY = 2 * SHORT_DIGEST;
/** Version 1.0.0 named no project. */
const UNDONE = /^undone (\d+) (?:([a-z]\S+) )?(.+)$/;

const labelOf = ({ project }: Place, table: string) => `sent ${project} ${table}`;

export interface Memory {
  readonly sent: ReadonlyMap<string, SentRows>;
  readonly undone: readonly Undone[];
}

export function readMemory(lines: Journal, place: Place): Memory {
  const sent = new Map<string, Map<string, string>>();
  const undone: Undone[] = [];
  const prefix = labelOf(place, '');
  for (const { label, text } of lines.lines(0)) {
    const [, at, project, removedFrom] = UNDONE.exec(label) ?? [];
    if (removedFrom !== undefined && (project ?? place.project) === place.project)
      undone.push({ label, table: removedFrom, at: Number(at), keys: parseJson<readonly string[]>(text) ?? [] });
    if (!label.startsWith(prefix)) continue;
    const table = label.slice(prefix.length);
    const digests = sent.get(table) ?? new Map<string, string>();
    sent.set(table, digests);
    // An interrupted execution can leave both the old and the new line. The later one wins.
    for (let at = 0; at + ENTRY <= text.length; at += ENTRY)
      digests.set(text.slice(at, at + SHORT_DIGEST), text.slice(at + SHORT_DIGEST, at + ENTRY));
  }
  return { sent, undone };
}

export function writeSentRows(lines: Journal, place: Place, tables: ReadonlyMap<string, SentRows>): void {
  const labels = new Set([...tables.keys()].map((table) => labelOf(place, table)));
  const before = linesLabeled(lines, (label) => labels.has(label));
  const added = [...tables].flatMap(([table, sent]) => {
    const parts = chunks([...sent], Math.floor(LONGEST / ENTRY));
    return parts.map((part) => ({ label: labelOf(place, table), text: part.flat().join('') }));
  });
  if (added.length > 0) lines.append(added);
  lines.removeLines(before);
}

/** Makes the next export send every row. Keeps the keys, so rows that are undone meanwhile leave the views. */
export function sendRowsAgain(lines: Journal, place: Place): void {
  const marked = (sent: SentRows) => new Map([...sent].map(([key, print]) => [key, `-${print.slice(1)}`]));
  const { sent } = readMemory(lines, place);
  writeSentRows(lines, place, new Map([...sent].map(([table, rows]) => [table, marked(rows)])));
}

/** Notes the rows for each project to which the workbook was exported. */
export function noteUndone(lines: Journal, table: string, keys: readonly string[], at: number): void {
  if (keys.length === 0) return;
  const texts = chunksOfText(keys, LONGEST).map((part) => JSON.stringify(part));
  const projects = new Set(lines.labels().flatMap((label) => /^sent (\S+)/.exec(label)?.[1] ?? []));
  for (const project of projects)
    lines.append(texts.map((text) => ({ label: `undone ${at} ${project} ${table}`, text })));
}

export function removeUndone(lines: Journal, undone: readonly Undone[]): void {
  const labels = new Set(undone.map(({ label }) => label));
  removeLabeled(lines, (label) => labels.has(label));
}

function linesLabeled(lines: Journal, isMeant: (label: string) => boolean): readonly number[] {
  return lines.labels().flatMap((label, line) => (isMeant(label) ? [line] : []));
}

function removeLabeled(lines: Journal, isMeant: (label: string) => boolean) {
  lines.removeLines(linesLabeled(lines, isMeant));
}
