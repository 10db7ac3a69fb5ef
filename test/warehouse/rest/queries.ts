/** REST queries: their jobs and paged results. */
import { invalid, invalidQuery, notEmulated, Refusal } from '../refusal.ts';
import { literalOf, QueryRun } from '../sql/run.ts';
import { columnType } from '../store/column-types.ts';
import { type Answer, failedBy, type Job, type Jobs } from '../store/jobs.ts';
import { shownField } from '../store/resources.ts';
import type { Given, Warehouse } from '../store/warehouse.ts';

interface Parameter {
  name?: string;
  parameterType?: { type?: string };
  /** The client sends JSON numbers; the service reads them as strings. */
  parameterValue?: { value?: string | number | boolean | null };
}

interface QueryConfiguration {
  query?: string;
  useLegacySql?: boolean;
  defaultDataset?: { datasetId?: string };
  queryParameters?: Parameter[];
}

export interface QueryPorts {
  warehouse: Warehouse;
  jobs: Jobs;
}

/** Default location for queries without tables. */
const ANYWHERE = 'US';

/** If the query is invalid, throws an error but still creates a job. */
export async function runQuery(
  { warehouse, jobs }: QueryPorts,
  configuration: QueryConfiguration,
  reference: { jobId?: string; location?: string | undefined },
  dryRun: boolean,
): Promise<Job> {
  const { query, useLegacySql, defaultDataset, queryParameters } = configuration;
  if (useLegacySql !== false) throw notEmulated('legacy SQL, which a query is without useLegacySql: false');
  if (!query) throw invalid('Required parameter is missing: query');
  const run = new QueryRun(warehouse, {
    query,
    ...(defaultDataset?.datasetId ? { defaultDataset: defaultDataset.datasetId } : {}),
    ...(reference.location ? { location: reference.location } : {}),
    parameters: parametersOf(queryParameters ?? []),
  });
  const ran = run.run(dryRun);
  // Even a failed query has a job, in the location where it would have run.
  const location =
    reference.location ??
    (await ran.then(
      (each) => each.location,
      () => undefined,
    )) ??
    ANYWHERE;
  const job = jobs.create(reference.jobId, location, { jobType: 'QUERY', query: configuration });
  try {
    const { statementType, answer } = await ran;
    job.state = 'DONE';
    job.answer = answer;
    job.statistics = { query: { statementType, totalBytesProcessed: '0', cacheHit: false } };
  } catch (error) {
    if (error instanceof Refusal) failedBy(job, error);
    throw error;
  }
  return job;
}

function parametersOf(given: readonly Parameter[]): Map<string, string[]> {
  const parameters = new Map<string, string[]>();
  for (const { name, parameterType, parameterValue } of given) {
    const type = columnType(parameterType?.type ?? '');
    if (!type) throw notEmulated(`parameters of type ${parameterType?.type}`);
    const key = name?.toLowerCase() || '?';
    const sent = parameterValue?.value;
    const value = sent === null || sent === undefined ? null : String(sent);
    if (value !== null && !type.accepts({ kind: 'string', text: value }))
      throw invalidQuery(`Invalid value for type: ${type.name} is not a valid value: ${value}`);
    parameters.set(key, [...(parameters.get(key) ?? []), literalOf(type, value)]);
  }
  return parameters;
}

export interface Paging {
  maxResults?: number | undefined;
  pageToken?: string | undefined;
  startIndex?: number | undefined;
  useInt64Timestamp: boolean;
}

/** The response of `jobs.query` and `jobs.getQueryResults`; has no rows while the job is running. */
export function queryResponse(
  { warehouse: { project } }: QueryPorts,
  kind: 'queryResponse' | 'getQueryResultsResponse',
  job: Job,
  paging: Paging,
  isRunning: boolean,
): object {
  const { id, location, answer } = job;
  const head = { kind: `bigquery#${kind}`, jobReference: { projectId: project, jobId: id, location } };
  if (isRunning) return { ...head, jobComplete: false };
  return {
    ...head,
    jobComplete: true,
    totalBytesProcessed: '0',
    cacheHit: false,
    ...(answer ? page(answer, paging) : {}),
  };
}

function page({ fields, rows }: Answer, { maxResults, pageToken, startIndex, useInt64Timestamp }: Paging): object {
  if (fields.length === 0) return { totalRows: '0' };
  const from = pageToken === undefined ? (startIndex ?? 0) : tokenAt(pageToken);
  const to = Math.min(rows.length, from + (maxResults ?? MOST_ROWS));
  const instants = new Set(
    useInt64Timestamp ? [] : fields.flatMap(({ type }, index) => (type.name === 'TIMESTAMP' ? [index] : [])),
  );
  return {
    schema: { fields: fields.map(({ name, type }) => shownField({ name, type: type.name })) },
    totalRows: String(rows.length),
    rows: rows.slice(from, to).map((row) => ({
      f: row.map((v, index) => ({ v: v !== null && instants.has(index) ? secondsText(v) : v })),
    })),
    ...(to < rows.length ? { pageToken: `P${to}` } : {}),
  };
}

/** Default page size. */
const MOST_ROWS = 100_000;

function tokenAt(token: string): number {
  const match = /^P(\d+)$/.exec(token);
  if (!match) throw invalid(`Invalid page token: ${token}`);
  return Number(match[1]);
}

/** Seconds in scientific notation, the service's default timestamp format. */
function secondsText(micros: string): string {
  return (Number(micros) / 1e6).toExponential().replace('e+', 'E').replace('e', 'E');
}

export const pagingOf = (given: Given): Paging => {
  const { maxResults, startIndex, pageToken, formatOptions } = given;
  const number = (value: unknown) => (value === undefined ? undefined : Number(value));
  return {
    maxResults: number(maxResults),
    startIndex: number(startIndex),
    pageToken: pageToken as string | undefined,
    useInt64Timestamp:
      String((formatOptions as Given | undefined)?.useInt64Timestamp ?? given['formatOptions.useInt64Timestamp']) ===
      'true',
  };
};
