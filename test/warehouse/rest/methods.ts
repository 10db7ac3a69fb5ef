import { notEmulated, Refusal } from '../refusal.ts';
import { QueryRun } from '../sql/run.ts';
import { failedBy, type Job, jobResource } from '../store/jobs.ts';
import { datasetResource, type Table, tableResource } from '../store/resources.ts';
import type { Given } from '../store/warehouse.ts';
import { bodyOf, type Call, param, requireEtag, type Service } from './call.ts';
import { demandLoad, destinationOf, runLoad } from './load-job.ts';
import { readUpload } from './multipart.ts';
import { pagingOf, queryResponse, runQuery } from './queries.ts';

/** Returns the response resource; undefined for an empty response. */
type Method = (call: Call) => Promise<object | undefined>;

export function methodsOf(service: Service): Readonly<Record<string, Method>> {
  const { warehouse, jobs, errors } = service;
  const { project } = warehouse;
  const fieldsOfView = (query: string) => new QueryRun(warehouse, { query }).fields();
  const tableOf = (call: Call) => warehouse.table(param(call, 'dataset'), param(call, 'table'));
  const shownTable = async (table: Table) =>
    tableResource(project, warehouse.dataset(table.dataset), table, await warehouse.sizeOf(table));
  const shownJob = (job: Job, method: string) => jobResource(project, job, isRunning(job, method));
  const isRunning = (job: Job, method: string) => job.state === 'DONE' && errors.isSlow(method);

  const methods: Record<string, Method> = {
    'datasets.list': async () => ({
      kind: 'bigquery#datasetList',
      datasets: warehouse.datasets().map((dataset) => datasetResource(project, dataset)),
    }),
    'datasets.insert': async (call) =>
      datasetResource(project, await warehouse.createDataset(await bodyOf(call), service.location)),
    'datasets.get': async (call) => datasetResource(project, warehouse.dataset(param(call, 'dataset'))),
    'datasets.patch': async (call) => {
      const dataset = warehouse.dataset(param(call, 'dataset'));
      requireEtag(call, datasetResource(project, dataset));
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
      requireEtag(call, await shownTable(table));
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
    'jobs.get': async (call) => shownJob(jobs.find(param(call, 'job'), call.req.query('location')), 'jobs.get'),
    'jobs.query': async (call) => {
      const body = await bodyOf(call);
      const location = body.location as string | undefined;
      const job = await runQuery(service, body, { location }, body.dryRun === true);
      return queryResponse(service, 'queryResponse', job, pagingOf(body), isRunning(job, 'jobs.query'));
    },
    'jobs.getQueryResults': async (call) => {
      const job = jobs.find(param(call, 'job'), call.req.query('location'));
      const [failure] = job.errors;
      if (failure) throw new Refusal(400, failure.reason, failure.message, { location: failure.location ?? '' });
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
    const counted = `${dataset.id}.${tableId}`;
    service.quota.demand(counted);
    const job = jobs.create(jobReference?.jobId, jobReference?.location ?? dataset.location, {
      jobType: 'LOAD',
      load,
    });
    service.quota.count(counted);
    const ordered = errors.job('jobs.insert');
    if (ordered) failedBy(job, ordered);
    else await runLoad(service, job, load, destination, media);
    // A load is `RUNNING` when accepted and `DONE` at the first status request.
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

  return methods;
}
