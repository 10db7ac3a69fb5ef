import { allConnections } from '../account/connections.ts';
import { consentHere } from '../account/consent.ts';
import { userOf } from '../account/person.ts';
import { operations } from '../operations/registry.ts';
import { tableNames } from '../operations/tables.ts';
import type { Connection } from '../protocol/connection.ts';
import { isoText } from '../protocol/dates.ts';
import { assumptions, type SettingName } from '../protocol/settings.ts';
import { stored } from '../protocol/store.ts';
import { failedCalls, type MaskedCall } from '../pull/remembered.ts';
import { runsIn } from '../pull/stored-run.ts';
import { warehouseDataset } from '../schedule/datasets.ts';
import { statesIn } from '../schedule/job-state.ts';
import { type LogLine, readLog } from '../tables/log.ts';
import type { Ports } from './ports.ts';
import { schedule } from './schedule-view.ts';

const MOST_RUNS = 20;

/**
 * Returns a report for the user to review. It contains only predefined words, numbers, times, and masked text, so no
 * keys, names, addresses, orders, or items.
 */
export function supportReport(ports: Ports): string {
  const { version, since } = installation(ports);
  const me = userOf(ports);
  const { platform } = ports;
  const calls = failedCalls(ports.document);
  return [
    'Market for Sheets: support report',
    'This report was not sent to anyone. Review it, then copy it to the person helping you.',
    'It contains no keys, names, addresses, orders, items, or text you entered.',
    '',
    `Created ${minute(ports.clock.now())} UTC. Version ${version}, in this spreadsheet since ${since.slice(0, 10)}.`,
    `Script: ${platform.build()}. Google account: ${me.account}. Locale ${platform.locale()}, time zone ${ports.book.timeZone()}.`,
    `Buyer data: ${consentHere(ports.document).buyerData ? 'on' : 'off'}.`,
    ...section('Connections (default first)', allConnections(ports.user).map(connectionText)),
    ...section('Schedules', schedule(ports).triggers.map(triggerText)),
    ...section('Jobs', jobTexts(ports)),
    ...section('Sheets', sheetTexts(ports)),
    ...section(
      'Unfinished pulls',
      runsIn(ports.document.all()).map(
        ({ operation, state, calls: made, callsLeft, stoppedBy, errors }) =>
          `${operation}: ${state}, ${made} calls, ${callsLeft} left${errorsText([...(stoppedBy ? [stoppedBy] : []), ...errors])}`,
      ),
    ),
    ...section(`Last ${MOST_RUNS} runs`, readLog(ports.book, MOST_RUNS).map(runText)),
    ...section('Last failed calls, masked', calls.map(callText)),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return ['', `${title}:`, ...(lines.length === 0 ? ['  none'] : lines.map((line) => `  ${line}`))];
}

function minute(at: number) {
  return isoText(at).slice(0, 16).replace('T', ' ');
}

function among(text: string, known: readonly string[]) {
  return known.includes(text) ? text : '(other)';
}

function connectionText({ format, version, storefronts, settings }: Connection) {
  const changed = Object.entries(settings ?? {}).map(
    ([name, value]) => `; ${name} = ${settingText(name as SettingName, value)}`,
  );
  return `${format}, order version ${version}, ${storefronts.join(', ')}${changed.join('')}`;
}

function settingText(name: SettingName, value: unknown) {
  if (typeof value !== 'string') return String(value);
  const { choices } = assumptions[name] as { readonly choices?: Readonly<Record<string, string>> };
  return choices?.[value] === undefined ? '(text)' : value;
}

function triggerText({ isMine, state, everyMinutes, lastAt }: ReturnType<typeof schedule>['triggers'][number]) {
  const last = lastAt === null ? 'never' : minute(Date.parse(lastAt));
  return `${isMine ? 'mine' : "another user's"}: every ${everyMinutes} minutes, ${state}, last run ${last}`;
}

const TITLES: readonly string[] = [...Object.values(operations), warehouseDataset].map(({ title }) => title);
const EVERY = /^(\d{1,4} (minutes?|hours?|days?)|hourly|daily|weekly|continuous|backfill)$/;

function jobTexts(ports: Ports): readonly string[] {
  const states = statesIn(ports.document.all());
  return schedule(ports).jobs.map(({ id, dataset, every, state, freshness, lastRun, nextRun }) => {
    const { failures = 0, error } = states[id] ?? {};
    const times = [lastRun, nextRun].map((at) => (at === null ? 'never' : minute(Date.parse(at))));
    const pace = EVERY.test(every) ? every : '(other)';
    return `${among(dataset, TITLES)}, ${pace}: ${state}, ${freshness ?? 'unknown'}, last ${times[0]}, next ${times[1]}, ${failures} failures${errorsText(error ? [error] : [])}`;
  });
}

function sheetTexts({ book, platform }: Ports): readonly string[] {
  const there = book.tables().filter((table) => tableNames().includes(table));
  const tables = new Map(there.map((table) => [book.find(table)?.name, table]));
  const sheets = platform.sheets();
  const ours = sheets.filter(({ name }) => tables.has(name));
  return [
    ...ours.map(({ name, rows, columns }) => `${tables.get(name)}: ${rows} rows, ${columns} columns`),
    `${sheets.length - ours.length} other sheets`,
  ];
}

const STATES = ['done', 'partial', 'waiting', 'canceled', 'failed', 'killed', 'undone'];
const REASONS = ['schedule', 'sidebar', 'menu', 'demo'];

function runText(line: LogLine) {
  const { started, what, state, calls, added, changed, gone, seconds, error, why } = line;
  const at = started === null ? '(no time)' : minute(Date.parse(started));
  const counts = `${calls} calls, ${added} added, ${changed} changed, ${gone} gone, ${seconds} s`;
  return `${at} ${among(what, TITLES)}: ${among(state, STATES)} by ${among(why, REASONS)}, ${counts}${errorsText(error === '' ? [] : [{ code: error }])}`;
}

/** Omits messages, which may quote data. */
function errorsText(errors: readonly { readonly code: string }[]) {
  const codes = [...new Set(errors.map(({ code }) => (/^MARKET_[A-Z_]{1,20}$/.test(code) ? code : '(other)')))];
  return codes.length === 0 ? '' : `, ${codes.join(' and ')}`;
}

function callText(call: MaskedCall) {
  const { at, operation, storefront, page, code, serviceCodes, answered, contentType, length, text } = call;
  const codes = [code, ...serviceCodes].join(' ');
  return `${minute(at)} ${operation} on ${storefront}, page ${page}: ${answered} ${contentType}, ${length} characters, ${codes}\n    ${text}`;
}

export interface Installation {
  readonly version: string;
  readonly since: string;
}

const INSTALLED = stored<Installation | undefined>('installed', 1, undefined);

export function installation({ document, clock, platform: { version } }: Ports): Installation {
  const known = INSTALLED.read(document);
  if (known?.version === version) return known;
  const begun = { version, since: isoText(clock.now()) };
  INSTALLED.write(document, begun);
  return begun;
}
