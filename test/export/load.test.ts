/** Loads each piece once, after retries if needed, or fails with a message. */
import { describe, expect, test } from 'vitest';
import { deliver, loadJobName, type Piece } from '../../src/warehouse/load.ts';
import { loadRows } from '../../src/warehouse/resources.ts';
import { exportedTable } from '../../src/warehouse/schema.ts';
import type { ServiceRequest, ServiceResult } from '../../src/warehouse/service.ts';
import { PLACE } from '../support/exporting.ts';
import { refusal } from '../support/in-memory-warehouse.ts';
import { sleptClock } from '../support/slept-clock.ts';

const PIECE: Piece = { table: exportedTable('Orders')!, text: '{}\n{}\n', rows: 2 };
const salt = () => '7';
const FOREVER = 1e12;

const job = (status: object, statistics?: object): ServiceResult => ({
  status: 200,
  body: { status, ...(statistics ? { statistics } : {}) },
});
const RUNNING = job({ state: 'RUNNING' });
const DONE = job({ state: 'DONE' }, { load: { outputRows: '2' } });
const failed = (reason: string, more: object = {}) =>
  job({ state: 'DONE', errorResult: { reason, message: `Said ${reason}.` }, ...more });
const [THERE, BUSY, MISSING] = [refusal(409, 'duplicate'), refusal(503, 'backendError'), refusal(404, 'notFound')];

/** Returns the responses in order, then repeats the last one. */
function scripted(answers: readonly ServiceResult[], random = 0.5) {
  const { clock, slept } = sleptClock();
  const asked: string[] = [];
  let next = 0;
  const name = ({ method, path, body }: ServiceRequest) => {
    const id =
      method === 'get' ? path.split('/').at(-1)! : (body as { jobReference: { jobId: string } }).jobReference.jobId;
    return `${method} ${/_(\d+)(\?|$)/.exec(id)?.[1] ?? id.split('?')[0]}`;
  };
  const ports = {
    service: {
      call: (requests: readonly ServiceRequest[]) =>
        requests.map((request) => {
          asked.push(name(request));
          return answers[Math.min(next++, answers.length - 1)]!;
        }),
    },
    clock,
    random: () => random,
  };
  return { ports, asked, slept };
}

describe('a piece', () => {
  const delivered = (answers: readonly ServiceResult[], until = FOREVER) => {
    const { ports, asked, slept } = scripted(answers);
    const { arrived, error } = deliver(ports, PLACE, [PIECE], salt, until);
    return { asked, slept, arrived: arrived.length, code: error?.code, said: error?.message };
  };

  test.each<[string, readonly ServiceResult[], readonly string[]]>([
    ['that loads immediately', [DONE], ['post 1']],
    ['whose job takes time', [RUNNING, RUNNING, DONE], ['post 1', 'get 1', 'get 1']],
    ['whose job exists', [THERE, DONE], ['post 1', 'get 1']],
    ['whose job failed in an earlier run', [THERE, failed('invalid'), DONE], ['post 1', 'get 1', 'post 2']],
    ['whose job fails temporarily', [failed('backendError'), DONE], ['post 1', 'post 2']],
    ['whose log does not exist yet', [failed('notFound'), DONE], ['post 1', 'post 2']],
    ['whose response is lost', [BUSY, THERE, DONE], ['post 1', 'post 1', 'get 1']],
    ['that never arrived', [BUSY, DONE], ['post 1', 'post 1']],
    ['whose job is lost', [RUNNING, MISSING, DONE], ['post 1', 'get 1', 'post 1']],
    ['whose job does not report its rows', [job({ state: 'DONE' })], ['post 1']],
  ])('%s arrives', (_, answers, asked) => {
    expect(delivered(answers)).toMatchObject({ arrived: 1, code: undefined, asked });
  });

  test.each<[string, readonly ServiceResult[], string, string, number]>([
    [
      'that arrives in part',
      [job({ state: 'DONE' }, { load: { outputRows: '1' } })],
      'MARKET_SERVICE',
      'loaded 1 of 2 rows into orders_log',
      1,
    ],
    ['that is rejected', [failed('invalid')], 'MARKET_SERVICE', 'Said invalid', 1],
    ['that keeps failing', [failed('backendError')], 'MARKET_UNREACHABLE', 'Said backendError', 4],
    ['without any response', [BUSY], 'MARKET_UNREACHABLE', 'temporarily unavailable', 4],
    ['without permission', [refusal(403, 'accessDenied')], 'MARKET_KEY', 'Data Editor', 1],
    ['into a missing dataset', [MISSING], 'MARKET_ARGUMENT', "couldn't find", 1],
    ['whose job exists but cannot be read', [THERE, THERE], 'MARKET_UNREACHABLE', 'Another export', 2],
    [
      'whose jobs have all failed',
      [
        ...Array(49)
          .fill([THERE, failed('invalid')])
          .flat(),
        THERE,
        failed('invalid'),
      ],
      'MARKET_SERVICE',
      'Said invalid',
      100,
    ],
  ])('%s fails with a message', (_, answers, code, said, calls) => {
    const end = delivered(answers);
    expect([end.code, end.said, end.asked.length]).toEqual([code, expect.stringContaining(said), calls]);
  });

  test('waits longer between checks, and starts over for a new attempt', () => {
    expect(delivered([...Array(7).fill(RUNNING), DONE]).slept).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(delivered([RUNNING, RUNNING, failed('backendError'), DONE]).slept).toEqual([500, 1000, 500]);
    expect(delivered([RUNNING, failed('backendError'), RUNNING, DONE]).slept).toEqual([500, 500, 1000]);
  });

  test("doesn't wait if the wait would end too late", () => {
    expect(delivered([RUNNING], 500)).toMatchObject({ arrived: 0, code: undefined, slept: [] });
    expect(delivered([RUNNING], 501).slept).toEqual([500]);
  });

  test('reports the first two row errors', () => {
    const errors = ['Said invalid.', 'Row 1.', undefined, 'Row 2.', 'Row 3.'].map((message) => ({ message }));
    expect(delivered([failed('invalid', { errors })]).said).toContain('(Said invalid. Row 1. Row 2.)');
  });
});

test("sends pieces in parallel; a failed piece doesn't block the others", () => {
  const pieces = ['a', 'b', 'c'].map((text): Piece => ({ ...PIECE, text }));
  const { ports } = scripted([DONE, failed('invalid'), RUNNING]);
  const { arrived, error } = deliver(ports, PLACE, pieces, salt, FOREVER);
  expect([arrived.map(({ text }) => text), error?.code]).toEqual([['a'], 'MARKET_SERVICE']);
});

test('makes no call without a piece', () => {
  const { ports, asked } = scripted([]);
  expect(deliver(ports, PLACE, [], salt, FOREVER)).toEqual({ arrived: [] });
  expect(asked).toEqual([]);
});

test('names a job by its log, its content, and a salt', () => {
  const name = loadJobName(PIECE, '7');
  expect(name).toMatch(/^market_orders_log_[0-9a-f]{32}_$/);
  const other = { ...PIECE, table: exportedTable('Keywords')! };
  const others = [loadJobName(other, '7'), loadJobName(PIECE, '8'), loadJobName({ ...PIECE, text: 'text2' }, '7')];
  expect(new Set([name, ...others]).size).toBe(4);
  expect(loadJobName({ ...PIECE }, '7')).toBe(name);
});

test('a piece is appended to an existing log, without tolerating bad rows', () => {
  const { rows, body } = loadRows(PLACE, 'orders_log', 'j1', '{}\n');
  expect(rows).toBe('{}\n');
  expect(body).toEqual({
    jobReference: { projectId: PLACE.project, jobId: 'j1', location: 'US' },
    configuration: {
      load: {
        destinationTable: { projectId: PLACE.project, datasetId: 'market_for_sheets', tableId: 'orders_log' },
        sourceFormat: 'NEWLINE_DELIMITED_JSON',
        createDisposition: 'CREATE_NEVER',
        writeDisposition: 'WRITE_APPEND',
        maxBadRecords: 0,
        ignoreUnknownValues: false,
      },
    },
  });
});
