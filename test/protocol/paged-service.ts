/** A service with every paging quirk. */
import type { Network } from '../../src/protocol/client.ts';
import { id } from '../../src/protocol/fields.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import { json } from './arrivals.ts';
import { OPEN_GATE } from './open-gate.ts';

/** An operation with one unit per owner and pages of that owner's items. */
export function things(pageSize: number): Operation {
  return {
    id: 'things',
    title: 'Things',
    summary: 'Things of owners.',
    method: 'get',
    paths: { main: '/things/{owners}' },
    query: { page: 'page', size: 'pageSize' },
    formats: ['json'],
    cap: 500,
    params: { owners: { type: 'texts', required: true, meaning: 'Owners.' } },
    split: [{ each: 'owners', size: 1 }],
    paging: { size: pageSize, total: 'total', pages: 'pages' },
    answer: { list: 'things', element: 'thing', record: { name: id('name', 'Name.') } },
  };
}

export interface Paging {
  /** The number of things per owner. */
  readonly totals: readonly number[];
  /** The announced totals. */
  readonly announces: 'total' | 'pages' | 'both' | 'nothing';
  /** The service's maximum page size. */
  readonly greatest: number;
}

export interface Asked {
  readonly owner: number;
  readonly page: number;
}

export function askedBy({ url }: HttpRequest): Asked {
  const [, owner, page] = /\/things\/(\d+)\?.*&page=(\d+)&/.exec(url)!;
  return { owner: Number(owner), page: Number(page) };
}

/** The page that a correct service would send. */
export function pageOf({ totals, announces, greatest }: Paging, request: HttpRequest): HttpResult {
  const { owner, page } = askedBy(request);
  const size = Math.min(Number(/&size=(\d+)/.exec(request.url)![1]), greatest);
  const total = totals[owner]!;
  const names = Array.from({ length: total }, (_, index) => ({ name: `${owner}-${index}` }));
  return json({
    things: names.slice((page - 1) * size, page * size),
    ...(announces === 'total' || announces === 'both' ? { total } : {}),
    ...(announces === 'pages' || announces === 'both' ? { pages: Math.ceil(total / size) } : {}),
  });
}

export interface Watched extends Network {
  /** All requests, in order. */
  readonly asked: Asked[];
  /** The number of parallel requests in each round. */
  readonly rounds: number[];
  readonly slept: number[];
}

/** A network that answers each request separately. Its clock advances only when it sleeps. */
export function network(answer: (request: HttpRequest, asked: Asked) => HttpResult, random = 0.5): Watched {
  let now = Date.UTC(2025, 5, 16, 12);
  const watched: Watched = {
    asked: [],
    rounds: [],
    slept: [],
    random: () => random,
    gate: OPEN_GATE,
    clock: {
      now: () => now,
      sleep: (milliseconds) => {
        watched.slept.push(milliseconds);
        now += milliseconds;
      },
    },
    http: {
      fetchAll: (requests) => {
        watched.rounds.push(requests.length);
        return requests.map((request) => {
          const asked = askedBy(request);
          watched.asked.push(asked);
          return answer(request, asked);
        });
      },
    },
  };
  return watched;
}
