/** Pieces of rows as load jobs, each carried out once, however often it is asked for. */
import { MarketError } from '../protocol/market-error.ts';
import { SECOND } from '../protocol/time.ts';
import { callAll, type Outcome, outcomeOf, type ServicePorts } from './calls.ts';
import { digest } from './digest.ts';
import { errorFor, reasonOfJob } from './errors.ts';
import { getJob, type JobResource, loadRows } from './resources.ts';
import type { InFlight, Place } from './state.ts';

/** Rows of one log that are sent together. */
export interface Piece {
  readonly table: string;
  readonly log: string;
  /** Lines of JSON. */
  readonly text: string;
  readonly rows: number;
  /** Ids of the lines of the outbox that it delivers. */
  readonly lines: readonly string[];
}

/** A job of the same content has the same name, but for the number of the attempt: a failed job keeps its name for ever. */
export function jobName(log: string, made: string, text: string, attempt: number): string {
  const content = digest();
  content.add(`${log} ${made}\n`);
  content.add(text);
  return `market_${log}_${content.text()}_${attempt}`;
}

/** More jobs of one name that failed are not looked through. */
const MOST_ATTEMPTS = 50;
/** After so many failures of its own a piece is left to the next run. */
const MOST_FAILURES = 3;
/** Calls without an answer in a row. */
const MOST_SILENT = 4;
/** Between two looks at jobs that run, in milliseconds. */
const [FIRST_LOOK, LONGEST_LOOK] = [SECOND / 2, 8 * SECOND];

interface Flight {
  readonly piece: Piece;
  readonly nameOf: (attempt: number) => string;
  attempt: number;
  /** Whether it has to be asked for, or looked at. */
  next: 'send' | 'look' | 'done';
  /** Somebody asked for the job of this attempt before. */
  isKnown: boolean;
  failures: number;
  silent: number;
}

/** What became of pieces: those that arrived, those that still run, and what is in the way of the others. */
export interface Delivered {
  readonly arrived: readonly Piece[];
  readonly error?: MarketError;
}

/**
 * Asks for a job for each piece and waits until all are over, or until then (epoch milliseconds). `made` is when a log was made; `keep` is
 * told of the jobs before they are asked for, and how many of them are new.
 */
export function deliver(
  ports: ServicePorts,
  place: Place,
  pieces: readonly Piece[],
  made: ReadonlyMap<string, string>,
  keep: (jobs: readonly InFlight[], isNew: readonly InFlight[]) => void,
  until: number,
): Delivered {
  const flights = pieces.map((piece): Flight => {
    const name = jobName(piece.log, made.get(piece.log) ?? '', piece.text, 0).replace(/0$/, '');
    const nameOf = (attempt: number) => name + attempt;
    return { piece, nameOf, attempt: 1, next: 'send', isKnown: false, failures: 0, silent: 0 };
  });
  const told = new Set<string>();
  const record = ({ piece, nameOf, attempt }: Flight): InFlight => ({
    table: piece.table,
    job: nameOf(attempt),
    rows: piece.rows,
    lines: piece.lines,
  });
  let wait = FIRST_LOOK;
  for (;;) {
    const open = flights.filter(({ next }) => next !== 'done');
    if (open.length === 0) break;
    const records = flights.map(record);
    const isNew = records.filter(({ job }) => !told.has(job));
    if (isNew.length > 0) keep(records, isNew);
    for (const { job } of isNew) told.add(job);
    const requests = open.map(({ piece, nameOf, attempt, next }) =>
      next === 'send' ? loadRows(place, piece.log, nameOf(attempt), piece.text) : getJob(place, nameOf(attempt)),
    );
    const results = ports.service.call(requests);
    const now = ports.clock.now();
    const errors = open.flatMap((flight, index) => judged(flight, outcomeOf(results[index]!, now), now) ?? []);
    if (errors.length > 0) return { arrived: arrivedOf(flights), error: errors[0]! };
    const isUrgent = flights.some(({ next }) => next === 'send');
    if (flights.every(({ next }) => next === 'done')) break;
    const pause = (isUrgent ? FIRST_LOOK : wait) * (0.75 + ports.random() / 2);
    if (now + pause >= until) break;
    ports.clock.sleep(pause);
    if (!isUrgent) wait = Math.min(LONGEST_LOOK, wait * 2);
  }
  return { arrived: arrivedOf(flights) };
}

function arrivedOf(flights: readonly Flight[]): readonly Piece[] {
  return flights.flatMap(({ next, piece }) => (next === 'done' ? [piece] : []));
}

/** Goes on with what came of a call; gives what ends it. */
function judged(flight: Flight, outcome: Outcome, now: number): MarketError | undefined {
  if (outcome.ok) {
    flight.silent = 0;
    return judgedJob(flight, outcome.body as JobResource, now);
  }
  const { reason, error } = outcome;
  if (reason === 'exists' && flight.next === 'send') {
    flight.next = 'look';
    flight.isKnown = true;
  } else if (reason === 'missing' && flight.next === 'look') flight.next = 'send';
  else if (reason === 'passing' && ++flight.silent < MOST_SILENT)
    // It may have arrived all the same.
    flight.next = 'look';
  else return error;
  return undefined;
}

function judgedJob(flight: Flight, { status, statistics }: JobResource, now: number): MarketError | undefined {
  const { piece } = flight;
  if (status?.state !== 'DONE') {
    flight.next = 'look';
    return undefined;
  }
  if (!status.errorResult) {
    const came = statistics?.load?.outputRows;
    flight.next = 'done';
    return came === undefined || Number(came) === piece.rows
      ? undefined
      : new MarketError(
          'MARKET_SERVICE',
          `BigQuery took ${came} of ${piece.rows} rows of ${piece.log}. Look at the job in its console, then choose Send everything again under Export.`,
        );
  }
  const { reason: said, message = '' } = status.errorResult;
  const reason = reasonOfJob(said);
  // One that failed in an earlier run says nothing of how it fares now: the next attempt has a name of its own.
  const isWorth =
    flight.isKnown || ((reason === 'passing' || reason === 'missing') && ++flight.failures <= MOST_FAILURES);
  if (!isWorth || flight.attempt >= MOST_ATTEMPTS) return errorFor(reason, details(message, status.errors), now);
  flight.isKnown = false;
  flight.attempt++;
  flight.next = 'send';
  return undefined;
}

/** The first errors by row, where the service tells of some. */
function details(message: string, errors: NonNullable<JobResource['status']>['errors'] = []): string {
  const others = errors.flatMap((each) => each.message ?? []).filter((each) => each !== message);
  return [message, ...others.slice(0, 2)].join(' ');
}

/** What became of jobs that an earlier execution asked for. */
export interface Resolved {
  readonly arrived: readonly InFlight[];
  readonly running: readonly InFlight[];
  /** They never arrived, or failed: their rows are sent again. */
  readonly lost: readonly InFlight[];
}

/** Waits until none of them runs any more, or until then. Throws what keeps their state from being known. */
export function resolve(ports: ServicePorts, place: Place, jobs: readonly InFlight[], until: number): Resolved {
  const arrived: InFlight[] = [];
  const lost: InFlight[] = [];
  let running = jobs;
  for (let wait = FIRST_LOOK; running.length > 0; wait = Math.min(LONGEST_LOOK, wait * 2)) {
    const outcomes = callAll(
      ports,
      running.map(({ job }) => getJob(place, job)),
      until,
    );
    running = running.filter((each, index) => {
      const outcome = outcomes[index]!;
      if (!outcome.ok) {
        if (outcome.reason !== 'missing') throw outcome.error;
        lost.push(each);
        return false;
      }
      const { status } = outcome.body as JobResource;
      if (status?.state !== 'DONE') return true;
      (status.errorResult ? lost : arrived).push(each);
      return false;
    });
    if (running.length === 0 || ports.clock.now() + wait >= until) break;
    ports.clock.sleep(wait);
  }
  return { arrived, running, lost };
}
