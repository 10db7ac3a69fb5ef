/** A loopback marketplace that sends predefined responses in the requested format. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OperationId } from '../../src/operations/registry.ts';
import { operationAt } from '../marketplace/operations/registry.ts';

/** Plain data. Lists include the element name for XML. */
export type Wire = string | number | boolean | Entries | { readonly [name: string]: Wire };

/** An array in JSON; elements with the same name in XML. */
export class Entries {
  constructor(
    readonly element: string,
    readonly list: readonly Wire[],
  ) {}
}

export type Operation = OperationId;

/** A response for all calls, or a function of the 1-based call number. */
export type Answers = Partial<Record<Operation, Wire | ((call: number) => Wire)>>;

export interface OwnMarket {
  readonly url: string;
  close(): void;
}

/** The response depends only on the operation and its call count, not on the request's content. */
export async function startAnswering(answers: Answers): Promise<OwnMarket> {
  const calls = new Map<Operation, number>();
  const answerOf = (operation: Operation) => {
    const call = (calls.get(operation) ?? 0) + 1;
    calls.set(operation, call);
    const answer = answers[operation];
    return typeof answer === 'function' ? answer(call) : answer;
  };
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const operation = operationAt(request.url!);
    const answer = operation && answerOf(operation);
    const format = request.headers.accept?.includes('xml') ? 'xml' : 'json';
    response.writeHead(answer ? 200 : 404, { 'Content-Type': `application/${format}` });
    response.end(answer && (format === 'xml' ? xmlOf(answer) : JSON.stringify(jsonOf(answer))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Steps that route a URL to the marketplace and connect to it. */
export function ownConnection({ url }: OwnMarket, changes: object = {}): readonly object[] {
  const keys = { apiKey: 'api-key-0123456789', secretKey: 'secret-key-9876543210' };
  return [
    { route: { 'https://own.test': url } },
    { connect: { name: 'Own', baseUrl: 'https://own.test', sellerId: 'S1', ...keys, ...changes } },
  ];
}

function jsonOf(wire: Wire): unknown {
  if (wire instanceof Entries) return wire.list.map(jsonOf);
  if (typeof wire !== 'object') return wire;
  return Object.fromEntries(Object.entries(wire).map(([name, member]) => [name, jsonOf(member)]));
}

function xmlOf(wire: Wire): string {
  return `<?xml version="1.0" encoding="utf-8"?>${element('MarketAPIResponse', wire)}`;
}

function element(name: string, wire: Wire): string {
  return `<${name}>${inside(wire)}</${name}>`;
}

function inside(wire: Wire): string {
  if (wire instanceof Entries) return wire.list.map((entry) => element(wire.element, entry)).join('');
  if (typeof wire !== 'object') return escaped(String(wire));
  return Object.entries(wire)
    .map(([name, member]) => element(name, member))
    .join('');
}

/** Escapes carriage returns, because XML parsers convert them to line feeds. */
function escaped(text: string): string {
  return text.replace(/[&<>"\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
