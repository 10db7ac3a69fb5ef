/** REST routes; tests can request an error in place of any response. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { type CallError, errorNamed } from '../ordered-errors.ts';
import { notEmulated, Refusal } from '../refusal.ts';
import { type Bindings, type Call, param, type RequestLogEntry, type ScopesOf, type Service } from './call.ts';
import { methodsOf } from './methods.ts';

const SCOPES = ['bigquery', 'cloud-platform'].map((name) => `https://www.googleapis.com/auth/${name}`);

export function createApp(service: Service): Hono<Bindings> {
  const { warehouse, errors } = service;
  const app = new Hono<Bindings>();
  const methods = methodsOf(service);

  const respond = (call: Call, entry: RequestLogEntry, status: number, body: object | undefined) => {
    entry.status = status;
    return body === undefined ? call.body(null, 204) : call.json(body, status as 200);
  };
  const refuse = (call: Call, entry: RequestLogEntry, { code, body, headers }: Refusal) => {
    for (const [name, value] of Object.entries(headers)) call.header(name, value);
    return respond(call, entry, code, body);
  };
  const strike = (call: Call, entry: RequestLogEntry, error: CallError): Response => {
    if (error === 'lost') {
      call.env.incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    if (error !== 'badGateway') return refuse(call, entry, errorNamed(error));
    entry.status = 502;
    return call.html('<!DOCTYPE html><title>Error 502 (Server Error)!!1</title>', 502);
  };

  const answer = async (call: Call, entry: RequestLogEntry): Promise<Response> => {
    try {
      demandToken(call, service.scopesOf);
      demandProject(param(call, 'project'), warehouse.project);
      const body = await warehouse.inTurn(() => methods[entry.method]!(call));
      return respond(call, entry, 200, body);
    } catch (error) {
      if (error instanceof Refusal) return refuse(call, entry, error);
      process.stderr.write(`${(error as Error).stack}\n`);
      return refuse(call, entry, errorNamed('internalError'));
    }
  };

  const handle = async (call: Call, method: string): Promise<Response> => {
    const { path } = call.req;
    const bytes = Number(call.req.header('content-length') ?? 0);
    const entry: RequestLogEntry = { time: warehouse.now(), method, path, status: 0, bytes };
    service.log.push(entry);
    const ordered = errors.call(method);
    if (!ordered) return await answer(call, entry);
    // The connection would close if the body weren't read.
    if (ordered.after) await answer(call, entry);
    else await call.req.arrayBuffer();
    return strike(call, entry, ordered.error);
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

function demandProject(asked: string, project: string): void {
  if (asked === project) return;
  throw new Refusal(
    403,
    'accessDenied',
    `Access Denied: Project ${asked}: User does not have bigquery.jobs.create permission in project ${asked}.`,
  );
}

function demandToken(call: Call, scopesOf: ScopesOf | undefined): void {
  if (!scopesOf) return;
  const [, token] = /^Bearer (.+)$/.exec(call.req.header('authorization') ?? '') ?? [];
  const scopes = token === undefined ? undefined : scopesOf(token);
  if (!scopes) throw errorNamed('unauthenticated');
  if (!SCOPES.some((scope) => scopes.includes(scope))) throw errorNamed('insufficientScope');
}
