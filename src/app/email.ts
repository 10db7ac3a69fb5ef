/** Stores the user's email preferences, and sends daily emails and alerts when due. */
import { userOf } from '../account/person.ts';
import { type FindingRow, openByRank } from '../insights/today/figures.ts';
import { argumentError, messageOf, needsReinstall } from '../protocol/market-error.ts';
import { fingerprint, type StoredValue, stored } from '../protocol/store.ts';
import { DAY, HOUR } from '../protocol/time.ts';
import { type Heartbeat, isLate } from '../schedule/heartbeats.ts';
import { logRuns } from '../schedule/run-log.ts';
import { NO_ROWS } from '../tables/diff.ts';
import { findingsTable } from '../tables/findings-table.ts';
import { dayAt, wallText } from '../tables/zone.ts';
import { type EmailContent, emailOf } from './email-text.ts';
import type { Ports } from './ports.ts';
import { readFindings, todayFigures } from './today-view.ts';

export interface EmailChoice {
  /** Whether to send one email per day, at or after `hour` (0 to 23, in the workbook's time zone). */
  readonly daily: boolean;
  readonly hour: number;
  /** Whether to send alerts about findings due within 24 h. */
  readonly alerts: boolean;
}

export interface EmailView extends EmailChoice {
  /** The step that enables email; `null` if email already works. */
  readonly waitsFor: string | null;
  readonly problem: string | null;
  readonly zone: string;
}

interface Progress {
  /** When the last daily email was sent, or when daily emails were turned on after their hour. */
  readonly dailyAt?: number;
  readonly alertsAt: readonly number[];
  /** Fingerprints of open findings already sent in an alert. */
  readonly alerted: readonly string[];
  /** Period in which the schedule didn't run. `to` is missing until it runs again. */
  readonly gap?: { readonly from: number; readonly to?: number } | undefined;
  readonly failure?: { readonly at: number; readonly problem: string } | undefined;
}

const NO_PERMISSION = needsReinstall('Email', 'Daily email', 'email');

const NONE: EmailChoice = { daily: false, hour: 7, alerts: false };
const NOTHING_SENT: Progress = { alertsAt: [], alerted: [] };

/** The sidebar writes the first value and the schedule the second, so they can't overwrite each other. */
function storesOf({ user }: Pick<Ports, 'user'>): readonly [StoredValue<EmailChoice>, StoredValue<Progress>] {
  const id = user.workbook();
  return [stored(`email.${id}`, 1, NONE), stored(`emailed.${id}`, 1, NOTHING_SENT)];
}

export function emailView(ports: Pick<Ports, 'user' | 'mail' | 'book'>): EmailView {
  const [choice, progress] = storesOf(ports);
  return {
    ...choice.read(ports.user),
    waitsFor: ports.mail.isAllowed() ? null : NO_PERMISSION,
    problem: progress.read(ports.user).failure?.problem ?? null,
    zone: ports.book.timeZone(),
  };
}

export function setEmailChoice(ports: Ports, input: Partial<EmailChoice>): void {
  const { daily, hour = NONE.hour, alerts }: Partial<EmailChoice> = input ?? {};
  if (!Number.isInteger(hour) || hour < 0 || hour > 23) throw argumentError('Choose an hour from 0 to 23.');
  const chosen: EmailChoice = { daily: daily === true, hour, alerts: alerts === true };
  if ((chosen.daily || chosen.alerts) && !ports.mail.isAllowed()) throw argumentError(NO_PERMISSION);
  const [choice, progress] = storesOf(ports);
  const before = choice.read(ports.user);
  const sent = progress.read(ports.user);
  choice.write(ports.user, chosen);
  const now = ports.clock.now();
  // If today's hour has passed, the first email is sent tomorrow.
  const starts = chosen.daily && !before.daily && hourAt(now, ports.book.timeZone()) >= hour;
  progress.write(ports.user, { ...sent, failure: undefined, ...(starts ? { dailyAt: now } : {}) });
}

/** Saves when the schedule last ran, before its heartbeat is removed. */
export function rememberStop(ports: Pick<Ports, 'user' | 'platform'>, { at, since }: Heartbeat): void {
  const [choice, progress] = storesOf(ports);
  if (isOff(choice.read(ports.user))) return;
  const sent = progress.read(ports.user);
  if (!sent.gap) progress.write(ports.user, { ...sent, gap: { from: at ?? since } });
}

const isOff = ({ daily, alerts }: EmailChoice) => !daily && !alerts;

/** Maximum alerts per 24 h. */
const MOST_ALERTS = 6;
const BETWEEN_ALERTS = HOUR;

const BEFORE_RETRY = HOUR;

/** Keeps the stored value within Google's size limit. */
const MOST_ALERTED = 400;
const LISTED = 10;

/** Sends any due email. `before`: the previous execution's heartbeat. Never throws; returns messages for the log. */
export function sendDueEmail(ports: Ports, before: Heartbeat | undefined): readonly string[] {
  try {
    const [choice, progress] = storesOf(ports);
    const chosen = choice.read(ports.user);
    if (isOff(chosen)) return [];
    const stored = progress.read(ports.user);
    const sent = withGap(stored, before, ports.clock.now());
    const { problem, ...next } = sendNow(ports, chosen, sent);
    if (JSON.stringify(next) !== JSON.stringify(stored)) progress.write(ports.user, next);
    if (problem === undefined) return [];
    if (problem !== stored.failure?.problem) logProblem(ports, problem);
    return [problem];
  } catch (error) {
    return [`No email was sent: ${messageOf(error)}`];
  }
}

type Outcome = Progress & { readonly problem?: string };

function sendNow(ports: Ports, chosen: EmailChoice, sent: Progress): Outcome {
  const now = ports.clock.now();
  const zone = ports.book.timeZone();
  const { failure } = sent;
  if (failure && now < failure.at + BEFORE_RETRY) return sent;
  const isDaily = isDailyDue(chosen, sent, now, zone);
  const alertsAt = sent.alertsAt.filter((at) => now - at < DAY);
  const mayAlert = chosen.alerts && alertsAt.length < MOST_ALERTS && now - Math.max(0, ...alertsAt) >= BETWEEN_ALERTS;
  if (!isDaily && !mayAlert) return sent;
  const rows = readFindings(ports.book);
  const there = new Set(rows?.flatMap(({ rowKey, state }) => (state === 'ended' ? [] : [fingerprint(rowKey)])));
  const alerted = rows ? sent.alerted.filter((mark) => there.has(mark)) : sent.alerted;
  const open = openByRank(rows);
  const urgent = open.filter(({ deadline }) => deadline !== null && deadline > now && deadline <= now + DAY);
  const unknown = urgent.slice(0, MOST_ALERTED).filter(({ rowKey }) => !alerted.includes(fingerprint(rowKey)));
  if (!isDaily && unknown.length === 0) return { ...sent, alertsAt, alerted };
  const content = contentOf(ports, { rows, open, urgent: urgent.length, first: isDaily ? [] : unknown }, sent.gap);
  const done: Progress = {
    ...sent,
    ...(isDaily ? { dailyAt: now } : {}),
    alertsAt: isDaily ? alertsAt : [...alertsAt, now],
    alerted: chosen.alerts
      ? [...new Set([...urgent.map(({ rowKey }) => fingerprint(rowKey)), ...alerted])].slice(0, MOST_ALERTED)
      : alerted,
    gap: undefined,
    failure: undefined,
  };
  return deliver(ports, content, sent, done);
}

/** Saves progress first. Otherwise an execution ended by Google could send the email twice. */
function deliver(ports: Ports, content: EmailContent, sent: Progress, done: Progress): Outcome {
  const { mail, user } = ports;
  const [, progress] = storesOf(ports);
  try {
    if (!mail.isAllowed()) throw new Error(NO_PERMISSION);
    if (mail.left() <= 0)
      throw new Error("You have reached Google's daily email limit. Emails will resume when the limit resets.");
    const to = mail.address();
    if (!to)
      throw new Error('Google did not provide your email address. Open the menu and allow the requested permissions.');
    progress.write(user, done);
    mail.send({ to, ...emailOf(content) });
    return done;
  } catch (error) {
    const problem = `No email was sent: ${messageOf(error)}`;
    // Failed alerts count toward the limit, because Google may have sent them.
    return { ...sent, alertsAt: done.alertsAt, failure: { at: ports.clock.now(), problem }, problem };
  }
}

interface Found {
  readonly rows: readonly FindingRow[] | undefined;
  readonly open: readonly FindingRow[];
  readonly urgent: number;
  readonly first: readonly FindingRow[];
}

function contentOf(ports: Ports, { rows, open, urgent, first }: Found, gap: Progress['gap']): EmailContent {
  const { book, laid, platform } = ports;
  const { name, url: address } = platform.workbook();
  const url = address.replace(/#.*/, '');
  const sheet = laid.idOf(findingsTable.name) ?? 0;
  const figures = todayFigures(ports, rows);
  return {
    alerts: first.length,
    figures,
    urgent,
    zone: book.timeZone(),
    workbook: { name, url },
    gap: gap?.to === undefined ? undefined : { from: gap.from, to: gap.to },
    lines: [...new Set([...first, ...open])].slice(0, LISTED).map((row) => ({
      what: row.whatToDo ?? '',
      record: row.label ?? '',
      deadline: row.deadline,
      atRisk: row.atRisk,
      currency: row.currency,
      isLate: row.lateAt !== null && row.lateAt <= figures.at,
      url: `${url}#gid=${sheet}&range=A${row.row}`,
    })),
  };
}

function withGap(sent: Progress, before: Heartbeat | undefined, now: number): Progress {
  if (sent.gap?.to !== undefined) return sent;
  const from = sent.gap?.from ?? before?.at;
  const isLong = from !== undefined && isLate({ since: from, interval: before?.interval ?? HOUR }, now);
  if (isLong) return { ...sent, gap: { from, to: now } };
  const { gap: _, ...rest } = sent;
  return rest;
}

function isDailyDue({ daily, hour }: EmailChoice, { dailyAt }: Progress, now: number, zone: string) {
  if (!daily || hourAt(now, zone) < hour) return false;
  return dailyAt === undefined || dayAt(dailyAt, zone) !== dayAt(now, zone);
}

const hourAt = (at: number, zone: string) => Number(wallText(at, zone).slice(11, 13));

function logProblem(ports: Ports, message: string) {
  const now = ports.clock.now();
  const about = { run: ports.unique(), started: now, ended: now, what: 'Email', why: 'schedule' } as const;
  logRuns(
    ports,
    [],
    [{ ...about, who: userOf(ports).name, state: 'failed', calls: 0, rows: NO_ROWS, error: { code: '', message } }],
  );
}
