/** Sends rows to BigQuery in load jobs. */
import { MarketError } from '../protocol/market-error.ts';
import { SECOND } from '../protocol/time.ts';
import { getJob, type JobResource, loadRows } from './resources.ts';
import type { ExportedTable } from './schema.ts';
import { callAll, errorFor, type Outcome, reasonOfJob, type ServicePorts } from './service.ts';
import { digestOf, type Place } from './state.ts';

export interface Piece {
  readonly table: ExportedTable;
  readonly text: string;
  readonly rows: number;
}

/** Returns the job name without its attempt number. BigQuery runs each name at most once, even if the job fails. */
export function loadJobName({ table: { log }, text }: Piece, salt: string): string {
  return `market_${log}_${digestOf(`${log} ${salt}\n${text}`)}_`;
}

const MOST_ATTEMPTS = 50;
/** A piece that fails this many times is retried in the next run. */
const MOST_FAILURES = 3;
/** Time between status checks, in milliseconds. */
const [FIRST_WAIT, LONGEST_WAIT] = [SECOND / 2, 8 * SECOND];

interface Flight<P extends Piece> {
  readonly piece: P;
  readonly name: string;
  attempt: number;
  next: 'send' | 'look' | 'done';
  /** Whether an earlier run started the job. */
  isEarlier: boolean;
  failures: number;
}

interface Delivered<P extends Piece> {
  readonly arrived: readonly P[];
  readonly error?: MarketError;
}

/** Waits until `until` at the latest. `saltOf` distinguishes jobs with the same content. */
export function deliver<P extends Piece>(
  ports: ServicePorts,
  place: Place,
  pieces: readonly P[],
  saltOf: (table: ExportedTable) => string,
  until: number,
): Delivered<P> {
  const { clock } = ports;
  const flights = pieces.map(
    (piece): Flight<P> => ({
      piece,
      name: loadJobName(piece, saltOf(piece.table)),
      attempt: 1,
      next: 'send',
      isEarlier: false,
      failures: 0,
    }),
  );
  const arrived = () => flights.flatMap(({ next, piece }) => (next === 'done' ? [piece] : []));
  for (let wait = FIRST_WAIT; ; ) {
    const open = flights.filter(({ next }) => next !== 'done');
    if (open.length === 0) break;
    const outcomes = callAll(
      ports,
      open.map(({ piece, name, attempt, next }) =>
        next === 'send' ? loadRows(place, piece.table.log, name + attempt, piece.text) : getJob(place, name + attempt),
      ),
      until,
    );
    const now = clock.now();
    const errors = open.flatMap((flight, index) => advance(flight, outcomes[index]!, now) ?? []);
    if (errors.length > 0) return { arrived: arrived(), error: errors[0]! };
    if (flights.every(({ next }) => next === 'done')) break;
    const isUrgent = flights.some(({ next }) => next === 'send');
    const pause = (isUrgent ? FIRST_WAIT : wait) * (0.75 + ports.random() / 2);
    if (now + pause >= until) break;
    clock.sleep(pause);
    if (!isUrgent) wait = Math.min(LONGEST_WAIT, wait * 2);
  }
  return { arrived: arrived() };
}

function advance(flight: Flight<Piece>, outcome: Outcome, now: number) {
  if (outcome.ok) return advanceJob(flight, outcome.body as JobResource, now);
  const { reason, error } = outcome;
  if (reason === 'exists' && flight.next === 'send') {
    flight.next = 'look';
    flight.isEarlier = true;
  } else if (reason === 'missing' && flight.next === 'look') flight.next = 'send';
  else return error;
  return undefined;
}

function advanceJob(flight: Flight<Piece>, { status, statistics }: JobResource, now: number): MarketError | undefined {
  const { rows, table } = flight.piece;
  if (status?.state !== 'DONE') {
    flight.next = 'look';
    return undefined;
  }
  if (!status.errorResult) {
    const loaded = statistics?.load?.outputRows;
    flight.next = 'done';
    if (loaded === undefined || Number(loaded) === rows) return undefined;
    return new MarketError(
      'MARKET_SERVICE',
      `BigQuery loaded ${loaded} of ${rows} rows into ${table.log}. Check the job in the BigQuery console, then choose Send everything again in Activity ▸ Warehouse.`,
    );
  }
  const { reason: code, message = '' } = status.errorResult;
  const reason = reasonOfJob(code);
  // If an earlier run's job failed, the cause may be gone by now.
  const canRetry =
    flight.isEarlier || ((reason === 'passing' || reason === 'missing') && ++flight.failures <= MOST_FAILURES);
  if (!canRetry || flight.attempt >= MOST_ATTEMPTS) return errorFor(reason, details(message, status.errors), now);
  flight.isEarlier = false;
  flight.attempt++;
  flight.next = 'send';
  return undefined;
}

function details(message: string, errors: NonNullable<JobResource['status']>['errors'] = []) {
  const others = errors.flatMap((each) => each.message ?? []).filter((each) => each !== message);
  return [message, ...others.slice(0, 2)].join(' ');
}
