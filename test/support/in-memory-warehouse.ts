/** In-memory BigQuery for the export: resources, load jobs, and daily sums. */
import type { Service, ServiceRequest, ServiceResult } from '../../src/warehouse/service.ts';

type Resource = Record<string, unknown>;
export type Row = Record<string, string | number | boolean>;

/** Replaces a call's response; undefined leaves it unchanged. */
export type Fault = (request: ServiceRequest, call: number) => ServiceResult | undefined;

export class InMemoryWarehouse implements Service {
  dataset: Resource | undefined;
  /** Project defaults for new datasets. */
  defaults: Resource = {};
  readonly tables = new Map<string, Resource>();
  readonly rows = new Map<string, Row[]>();
  readonly jobs = new Map<string, Resource>();
  readonly requests: ServiceRequest[] = [];
  /**
   * `lost` replaces a call's response after the call is processed; `refused` replaces it without processing the call.
   */
  lost: Fault = () => undefined;
  refused: Fault = () => undefined;
  /** How many polls report a job as still running. */
  slow = 0;
  /** Errors that the next jobs will fail with. */
  failing: string[] = [];
  #clock = 0;

  call(requests: readonly ServiceRequest[]): readonly ServiceResult[] {
    return requests.map((request) => {
      this.requests.push(request);
      const call = this.requests.length;
      const refused = this.refused(request, call);
      if (refused) return refused;
      const answered = this.#answer(request);
      return this.lost(request, call) ?? answered;
    });
  }

  /** All requests that were sent, as one string. */
  wire(): string {
    return this.requests.map((request) => JSON.stringify(request)).join('\n');
  }

  log(table: string): readonly Row[] {
    return this.rows.get(`${table}_log`) ?? [];
  }

  /** The newest version of each row, excluding undone rows. */
  view(table: string): readonly Row[] {
    const newest = new Map<string, Row>();
    for (const row of this.log(table)) {
      const known = newest.get(String(row.row_key));
      if (!known || String(known.as_of) < String(row.as_of)) newest.set(String(row.row_key), row);
    }
    return [...newest.values()].filter((row) => row.taken_back === undefined);
  }

  #answer({ method, path, body, rows }: ServiceRequest): ServiceResult {
    const parts = path.split('?')[0]!.split('/').slice(3);
    const [kind, name, , table] = parts;
    if (kind === 'jobs') return method === 'get' ? found(this.#look(name!)) : this.#load(body as Resource, rows!);
    if (kind === 'queries') return ok(this.#query((body as { query: string }).query));
    if (kind === 'datasets' && name === undefined) {
      this.dataset = { location: (body as Resource).location, ...this.defaults };
      return ok(this.dataset);
    }
    if (!this.dataset) return refusal(404, 'notFound');
    if (parts.length === 2) return ok(this.dataset);
    if (method === 'post') {
      const { tableReference, ...resource } = body as Resource & { tableReference: { tableId: string } };
      const id = tableReference.tableId;
      if (this.tables.has(id)) return refusal(409, 'duplicate');
      this.tables.set(id, {
        ...resource,
        type: resource.view ? 'VIEW' : 'TABLE',
        creationTime: String(++this.#clock),
      });
      return ok(this.tables.get(id));
    }
    const there = this.tables.get(table!);
    if (there && method === 'patch') this.tables.set(table!, { ...there, ...(body as Resource) });
    return found(this.tables.get(table!));
  }

  #look(id: string): Resource | undefined {
    const job = this.jobs.get(id) as (Resource & { runs: number }) | undefined;
    if (!job) return undefined;
    return job.runs-- > 0 ? { status: { state: 'RUNNING' } } : job;
  }

  #load(body: Resource, text: string): ServiceResult {
    const { jobReference, configuration } = body as {
      jobReference: { jobId: string };
      configuration: { load: { destinationTable: { tableId: string } } };
    };
    if (this.jobs.has(jobReference.jobId)) return refusal(409, 'duplicate');
    const log = configuration.load.destinationTable.tableId;
    const rows = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row);
    const reason = this.failing.shift() ?? this.#unfit(log, rows);
    if (!reason) this.rows.set(log, [...(this.rows.get(log) ?? []), ...rows]);
    this.jobs.set(jobReference.jobId, {
      runs: this.slow,
      status: { state: 'DONE', ...(reason ? { errorResult: { reason, message: `Said: ${reason}` } } : {}) },
      statistics: { load: { outputRows: String(rows.length) } },
    });
    return ok(this.#look(jobReference.jobId));
  }

  #unfit(log: string, rows: readonly Row[]): string | undefined {
    const fields = (this.tables.get(log)?.schema as { fields: { name: string }[] } | undefined)?.fields;
    if (!fields) return 'notFound';
    const names = new Set(fields.map(({ name }) => name));
    return rows.some((row) => Object.keys(row).some((name) => !names.has(name))) ? 'invalid' : undefined;
  }

  #query(query: string): Resource {
    const [, view] = /FROM `[^`]*\.([a-z_]+)`/.exec(query)!;
    const [, natural] = /DATE\(`([a-z_]+)`\)|CAST\(`([a-z_]+)`/.exec(query)?.filter(Boolean) ?? [];
    const sums = [...query.matchAll(/SUM\(`([a-z_]+)`\)/g)].map(([, name]) => name!);
    const keys = new Set([...query.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, key]) => key!.replace(/\\(.)/g, '$1')));
    const days = new Map<string, number[]>();
    for (const row of this.view(view!)) {
      if (!keys.has(String(row.row_key))) continue;
      const day = natural ? String(row[natural] ?? '').slice(0, 10) : '';
      const before = days.get(day) ?? [0, ...sums.map(() => 0)];
      const added = [1, ...sums.map((name) => Number(row[name] ?? 0))];
      days.set(
        day,
        before.map((sum, index) => sum + added[index]!),
      );
    }
    const rows = [...days].map(([day, numbers]) => ({ f: [day, ...numbers].map((v) => ({ v: String(v) })) }));
    return { jobComplete: true, rows };
  }
}

function ok(body: unknown): ServiceResult {
  return { status: 200, body };
}

function found(resource: Resource | undefined): ServiceResult {
  return resource ? ok(resource) : refusal(404, 'notFound');
}

export function refusal(status: number, reason: string, message = 'Google says so.'): ServiceResult {
  return { status, body: { error: { code: status, message, errors: [{ reason, message }] } } };
}
