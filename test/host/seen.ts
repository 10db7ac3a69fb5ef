// Installation check reports from the host and from Google.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Host } from './host.ts';

const folder = fileURLToPath(new URL('./seen', import.meta.url));

/** The report's environment. */
export interface Place {
  readonly report: 1;
  readonly version: string;
  readonly build: 'bound' | 'addon' | 'unknown';
  readonly locale: string;
  readonly zone: string;
  readonly language: string;
  readonly at: string;
}

export interface Line {
  readonly check: string;
  readonly result: 'passed' | 'failed' | 'not checked';
  readonly expected: string;
  /** Absent if the check didn't run. */
  readonly seen?: unknown;
  readonly words?: string;
  readonly milliseconds: number;
}

export interface Report {
  readonly place: Place;
  readonly lines: readonly Line[];
}

/** Throws an error with the line number for an invalid report. */
export function parseReport(text: string): Report {
  const [place, ...lines] = text
    .trim()
    .split(/\r?\n/)
    .map((line, index) => {
      try {
        return JSON.parse(line) as unknown;
      } catch {
        throw new Error(`Line ${index + 1} is not valid JSON: ${line}`);
      }
    });
  if ((place as Place).report !== 1) throw new Error("Line 1 must be the report's environment.");
  const isLine = (line: unknown) => typeof (line as Line).check === 'string';
  const strange = lines.findIndex((line) => !isLine(line));
  if (strange >= 0) throw new Error(`Line ${strange + 2} has no check.`);
  return { place: place as Place, lines: lines as Line[] };
}

/** By file name. */
export function reportsFromGoogle(): ReadonlyMap<string, Report> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return new Map(files.map((name) => [name, parseReport(readFileSync(join(folder, name), 'utf8'))]));
}

/** The report in the check's dialog. */
export async function reportOf(host: Host): Promise<Report> {
  const result = await host.call('menu', 'installationCheck', []);
  if (!result.ok) throw new Error(result.error.message);
  const page = result.shown.find(({ what }) => what === 'dialog')?.text ?? '';
  const text = /<textarea[^>]*>([\s\S]*)<\/textarea>/.exec(page)?.[1] ?? '';
  return parseReport(unescaped(text));
}

const NAMED: Readonly<Record<string, string>> = { quot: '"', lt: '<', gt: '>', amp: '&' };

function unescaped(html: string): string {
  return html.replace(/&(?:#(\d+)|(\w+));/g, (_, code?: string, name?: string) =>
    code ? String.fromCharCode(Number(code)) : NAMED[name!]!,
  );
}

/** The checks whose results on Google and on the host differ. Ignores times. */
export function differences(there: Report, here: Report): string[] {
  const known = new Map(here.lines.map((line) => [line.check, line]));
  return there.lines.flatMap(({ check, seen }) => {
    const own = known.get(check);
    if (seen === undefined || own?.seen === undefined) return [];
    const [theirs, ours] = [JSON.stringify(seen), JSON.stringify(own.seen)];
    return theirs === ours ? [] : [`${check}: seen on Google ${theirs}, here ${ours}`];
  });
}

/** A Markdown table of checks that ran on Google, with their environments, and of checks that are only assumed. */
export function countTable(here: Report, fromGoogle: readonly Report[]): string {
  const kinds = [...new Set(here.lines.map(({ check }) => kindOf(check)))];
  const seenIn = (check: string) =>
    fromGoogle.filter(({ lines }) => lines.some((line) => line.check === check && line.seen !== undefined));
  const rowOf = (name: string, checks: readonly string[]) => {
    const seen = checks.filter((check) => seenIn(check).length > 0);
    const places = new Set(seen.flatMap(seenIn).map(({ place }) => placeText(place)));
    return `| ${name} | ${checks.length - seen.length} | ${seen.length} | ${[...places].join('; ') || '-'} |`;
  };
  const checks = here.lines.map(({ check }) => check);
  return [
    '| Checks | Assumed | Seen on Google | Environments |',
    '|---|---|---|---|',
    ...kinds.map((kind) =>
      rowOf(
        `\`${kind}\``,
        checks.filter((check) => kindOf(check) === kind),
      ),
    ),
    rowOf('all', checks),
  ].join('\n');
}

function kindOf(check: string): string {
  return check.split('-')[0]!;
}

function placeText({ at, build, locale }: Place): string {
  return `${at.slice(0, 10)}, ${build}, ${locale}`;
}
