/** Jobs by ID, with their results. IDs are never reused. */
import { randomUUID } from 'node:crypto';
import { duplicate, type ErrorEntry, invalid, notFound, type Refusal } from '../refusal.ts';
import type { ColumnType } from './column-types.ts';

export interface Answer {
  fields: { name: string; type: ColumnType; mode?: string }[];
  /** Values as strings, in the service's format. */
  rows: (string | null)[][];
}

export interface Job {
  readonly id: string;
  readonly location: string;
  readonly configuration: object;
  readonly created: number;
  state: 'RUNNING' | 'DONE';
  errors: ErrorEntry[];
  statistics: Record<string, unknown>;
  answer?: Answer;
}

const IDENTIFIER = /^[A-Za-z0-9_-]{1,1024}$/;

export class Jobs {
  readonly #jobs = new Map<string, Job>();

  constructor(
    readonly project: string,
    readonly now: () => number,
  ) {}

  /** Throws if the ID was used before. */
  create(id: string | undefined, location: string, configuration: object): Job {
    const used = id ?? `job_${randomUUID().replaceAll('-', '')}`;
    if (!IDENTIFIER.test(used))
      throw invalid(
        `Invalid job ID "${used}". Job IDs must be alphanumeric (plus underscores and dashes) and must be at most 1024 characters long.`,
      );
    const key = keyOf(used, location);
    if (this.#jobs.has(key)) throw duplicate(`Job ${this.project}:${location}.${used}`);
    const job: Job = {
      id: used,
      location,
      configuration,
      created: this.now(),
      state: 'RUNNING',
      errors: [],
      statistics: {},
    };
    this.#jobs.set(key, job);
    return job;
  }

  /** Searches the US and the EU if no location is given. */
  find(id: string, location: string | undefined): Job {
    const places = location === undefined ? ['US', 'EU'] : [location];
    const found = places.map((place) => this.#jobs.get(keyOf(id, place))).find((job) => job !== undefined);
    if (!found) throw notFound(`Job ${this.project}:${location ? `${location}.` : ''}${id}`);
    return found;
  }
}

const keyOf = (id: string, location: string) => `${location.toUpperCase()}.${id}`;

export function failed(job: Job, errors: readonly ErrorEntry[]): void {
  job.state = 'DONE';
  job.errors = [...errors];
}

export function failedBy(job: Job, refusal: Refusal): void {
  failed(job, [refusal.entry]);
}

/** If `isRunning`, reports the job as running regardless of its state. */
export function jobResource(project: string, job: Job, isRunning: boolean): object {
  const { id, location, configuration, created, errors } = job;
  const state = isRunning ? 'RUNNING' : job.state;
  const ended = state === 'DONE';
  const at = String(created);
  return {
    kind: 'bigquery#job',
    id: `${project}:${location}.${id}`,
    jobReference: { projectId: project, jobId: id, location },
    configuration,
    user_email: 'seller@example.com',
    status: {
      state,
      ...(ended && errors.length > 0 ? { errorResult: errors[0], errors } : {}),
    },
    statistics: {
      creationTime: at,
      startTime: at,
      ...(ended ? { endTime: at, ...job.statistics } : {}),
    },
  };
}
