/** The REST resources, each call of which may first meet an error that a test ordered. */

import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { errorNamed, type OrderedErrors } from '../ordered-errors.ts';
import { notEmulated, Refusal } from '../refusal.ts';
import { QueryRun } from '../sql/run.ts';
import { failedBy, type Job, type Jobs, jobResource } from '../store/jobs.ts';
import { datasetResource, type Table, tableResource } from '../store/resources.ts';
import type { Given, Warehouse } from '../store/warehouse.ts';
import { carryOutLoad, demandLoad, destinationOf, type LoadQuota } from './load-job.ts';
import { readUpload } from './multipart.ts';
import { pagingOf, queryResponse, runQuery } from './queries.ts';

export interface RequestLogEntry {
  /** Epoch milliseconds. */
  time: number;
  /** Such as `jobs.insert`. */
  method: string;
  path: string;
  status: number;
  bytes: number;
}

/** The scopes of a token; undefined where it is none. */
export type ScopesOf = (token: string) => readonly string[] | undefined;

export interface Service {
  warehouse: Warehouse;
  jobs: Jobs;
  quota: LoadQuota;
  errors: OrderedErrors;
  log: RequestLogEntry[];
  location: string;
  /** Where it is missing, everybody may call. */
  scopesOf: ScopesOf | undefined;
  /** Told of each upload, unpacked or not, as it came. */
  onUpload: ((media: Buffer) => void) | undefined;
}

type Bindings = { Bindings: HttpBindings };
type Call = Context<Bindings>;
type Answer = (call: Call) => Promise<object | undefined>;

const SCOPES = ['bigquery', 'cloud-platform'].map((name) => `https://www.googleapis.com/auth/${name}`);

export function createApp(service: Service): Hono<Bindings> {
  const { warehouse, jobs, errors } = service;
  const { project } = warehouse;
  const app = new Hono<Bindings>();
  const fieldsOfView = (query: string) => new QueryRun(warehouse, { query }).fields();
  const param = (call: Call, name: string) => call.req.param(name) ?? '';
  const tableOf = (call: Call) => warehouse.table(param(call, 'dataset'), param(call, 'table'));
  const shownTable = async (table: Table) =>
    tableResource(project, warehouse.dataset(table.dataset), table, await warehouse.sizeOf(table));
  const shownJob = (job: Job, method: string) => jobResource(project, job, isRunning(job, method));
  const isRunning = (job: Job, method: string) => job.state === 'DONE' && errors.isSlow(method);

  const answers: Record<string, Answer> = {
    'datasets.list': async () => ({
      kind: 'bigquery#datasetList',
      datasets: warehouse.datasets().map((dataset) => datasetResource(project, dataset)),
    }),
    'datasets.insert': async (call) =>
      datasetResource(project, await warehouse.createDataset(await bodyOf(call), service.location)),
    'datasets.get': async (call) => datasetResource(project, warehouse.dataset(param(call, 'dataset'))),
    'datasets.patch': async (call) => {
      const dataset = warehouse.dataset(param(call, 'dataset'));
      demandSame(call, datasetResource(project, dataset));
      warehouse.changeDataset(dataset, await bodyOf(call));
      return datasetResource(project, dataset);
    },
    'datasets.delete': async (call) => {
      const withContents = call.req.query('deleteContents') === 'true';
      await warehouse.deleteDataset(warehouse.dataset(param(call, 'dataset')), withContents);
      return undefined;
    },
    'tables.list': async (call) => {
      const dataset = warehouse.dataset(param(call, 'dataset'));
      const tables = await Promise.all([...dataset.tables.values()].map(shownTable));
      return { kind: 'bigquery#tableList', tables, totalItems: tables.length };
    },
    'tables.insert': async (call) => {
      const dataset = warehouse.dataset(param(call, 'dataset'));
      return await shownTable(await warehouse.createTable(dataset, await bodyOf(call), fieldsOfView));
    },
    'tables.get': async (call) => await shownTable(tableOf(call)),
    'tables.patch': async (call) => {
      const table = tableOf(call);
      demandSame(call, await shownTable(table));
      await warehouse.changeTable(table, await bodyOf(call), fieldsOfView);
      return await shownTable(table);
    },
    'tables.delete': async (call) => {
      await warehouse.deleteTable(tableOf(call));
      return undefined;
    },
    'tabledata.insertAll': async () => {
      throw new Refusal(
        403,
        'accessDenied',
        'Access Denied: BigQuery BigQuery: Streaming insert is not allowed in the free tier',
      );
    },
    'jobs.insert': async (call) => {
      const isUpload = call.req.path.startsWith('/upload/');
      return isUpload ? await insertLoad(call) : await insertQuery(call);
    },
    'jobs.get': async (call) =>
      shownJob(jobs.find(param(call, 'job'), call.req.query('location')), 'jobs.get'),
    'jobs.query': async (call) => {
      const body = await bodyOf(call);
      const location = body.location as string | undefined;
      const job = await runQuery(service, body, { location }, body.dryRun === true);
      return queryResponse(service, 'queryResponse', job, pagingOf(body), isRunning(job, 'jobs.query'));
    },
    'jobs.getQueryResults': async (call) => {
      const job = jobs.find(param(call, 'job'), call.req.query('location'));
      const [failure] = job.errors;
      if (failure)
        throw new Refusal(400, failure.reason, failure.message, { location: failure.location ?? '' });
      const paging = pagingOf(call.req.query());
      const running = isRunning(job, 'jobs.getQueryResults');
      return queryResponse(service, 'getQueryResultsResponse', job, paging, running);
    },
  };

  async function insertLoad(call: Call): Promise<object> {
    if (call.req.query('uploadType') !== 'multipart') throw notEmulated('uploads that are not multipart');
    const body = Buffer.from(await call.req.arrayBuffer());
    const { resource, media } = readUpload(call.req.header('content-type') ?? '', body);
    service.onUpload?.(media);
    const { jobReference, configuration } = resource as {
      jobReference?: { jobId?: string; location?: string; projectId?: string };
      configuration?: { load?: Given };
    };
    const load = demandLoad(configuration?.load);
    const destination = destinationOf(warehouse, load, jobReference?.location);
    const { dataset, tableId } = destination;
    service.quota.demand(`${dataset.id}.${tableId}`);
    const job = jobs.create(jobReference?.jobId, jobReference?.location ?? dataset.location, {
      jobType: 'LOAD',
      load,
    });
    const ordered = errors.job('jobs.insert');
    if (ordered) failedBy(job, ordered);
    else await carryOutLoad(service, job, load, destination, media);
    // A load is never over when it is answered; it is when it is asked for.
    return jobResource(project, job, true);
  }

  async function insertQuery(call: Call): Promise<object> {
    const { jobReference, configuration } = (await bodyOf(call)) as {
      jobReference?: { jobId?: string; location?: string };
      configuration?: { query?: Given; dryRun?: boolean };
    };
    if (!configuration?.query) throw notEmulated('jobs without an upload that are no queries');
    const dryRun = configuration.dryRun === true;
    const job = await runQuery(service, configuration.query, jobReference ?? {}, dryRun);
    return shownJob(job, 'jobs.insert');
  }

  const handle = async (call: Call, method: string): Promise<Response> => {
    const { path } = call.req;
    const bytes = Number(call.req.header('content-length') ?? 0);
    const entry: RequestLogEntry = { time: warehouse.now(), method, path, status: 0, bytes };
    service.log.push(entry);
    const respond = (status: number, body: object | undefined, headers: Record<string, string> = {}) => {
      entry.status = status;
      return body === undefined ? call.body(null, 204) : call.json(body, status as 200, headers);
    };
    const mishap = errors.call(method);
    const unlucky = (): Response | undefined => {
      if (mishap === undefined) return undefined;
      if (mishap.error === 'lost') {
        call.env.incoming.socket.destroy();
        return RESPONSE_ALREADY_SENT;
      }
      if (mishap.error === 'badGateway') {
        entry.status = 502;
        return call.html('<!DOCTYPE html><title>Error 502 (Server Error)!!1</title>', 502);
      }
      const { code, body, headers } = errorNamed(mishap.error);
      return respond(code, body, headers);
    };
    try {
      if (mishap?.after === false) {
        // A body that is left unread would end the connection.
        await call.req.arrayBuffer();
        return unlucky()!;
      }
      demandToken(call, service.scopesOf);
      if (param(call, 'project') !== project)
        throw new Refusal(
          403,
          'accessDenied',
          `Access Denied: Project ${param(call, 'project')}: User does not have bigquery.jobs.create permission in project ${param(call, 'project')}.`,
        );
      const body = await warehouse.inTurn(() => answers[method]!(call));
      return unlucky() ?? respond(200, body);
    } catch (error) {
      if (error instanceof Refusal) return unlucky() ?? respond(error.code, error.body, error.headers);
      process.stderr.write(`${(error as Error).stack}\n`);
      const { code, body } = errorNamed('internalError');
      return respond(code, body);
    }
  };

  for (const [verb, path, method] of ROUTES) app.on(verb, path, (call) => handle(call, method));
  app.notFound((call) => {
    const refused = notEmulated(`${call.req.method} ${call.req.path}`);
    return call.json(refused.body, 501);
  });
  return app;
}

const BASE = '/bigquery/v2/projects/:project';
const DATASET = `${BASE}/datasets/:dataset`;
const TABLE = `${DATASET}/tables/:table`;

const ROUTES: readonly [verb: string, path: string, method: string][] = [
  ['GET', `${BASE}/datasets`, 'datasets.list'],
  ['POST', `${BASE}/datasets`, 'datasets.insert'],
  ['GET', DATASET, 'datasets.get'],
  ['PATCH', DATASET, 'datasets.patch'],
  ['DELETE', DATASET, 'datasets.delete'],
  ['GET', `${DATASET}/tables`, 'tables.list'],
  ['POST', `${DATASET}/tables`, 'tables.insert'],
  ['GET', TABLE, 'tables.get'],
  ['PATCH', TABLE, 'tables.patch'],
  ['DELETE', TABLE, 'tables.delete'],
  ['POST', `${TABLE}/insertAll`, 'tabledata.insertAll'],
  ['POST', '/upload/bigquery/v2/projects/:project/jobs', 'jobs.insert'],
  ['POST', `${BASE}/jobs`, 'jobs.insert'],
  ['GET', `${BASE}/jobs/:job`, 'jobs.get'],
  ['POST', `${BASE}/queries`, 'jobs.query'],
  ['GET', `${BASE}/queries/:job`, 'jobs.getQueryResults'],
];

async function bodyOf(call: Call): Promise<Given> {
  const text = await call.req.text();
  try {
    const body: unknown = text === '' ? {} : JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Given;
  } catch {
    // Refused below, as what is no object is.
  }
  throw new Refusal(400, 'parseError', 'Invalid JSON payload received.');
}

/** `If-Match`: whoever changes a resource may say which version of it. */
function demandSame(call: Call, resource: object): void {
  const asked = call.req.header('if-match');
  if (asked !== undefined && asked !== (resource as { etag: string }).etag)
    throw new Refusal(412, 'conditionNotMet', 'Precondition Failed');
}

function demandToken(call: Call, scopesOf: ScopesOf | undefined): void {
  if (!scopesOf) return;
  const [, token] = /^Bearer (.+)$/.exec(call.req.header('authorization') ?? '') ?? [];
  const scopes = token === undefined ? undefined : scopesOf(token);
  if (!scopes) throw errorNamed('unauthenticated');
  if (!SCOPES.some((scope) => scopes.includes(scope))) throw errorNamed('insufficientScope');
}
