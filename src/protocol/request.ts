/** Builds HTTP requests from operation declarations. */
import type { Connection } from './connection.ts';
import type { HttpRequest } from './http.ts';
import type { Body, Format, Operation, Part, Storefront } from './operation.ts';
import type { Params } from './params.ts';
import { type Settings, settingsWith, settle } from './settings.ts';

/** A request body value, independent of format. */
type Node = string | number | readonly Member[] | readonly Node[];
interface Member {
  readonly name: string;
  readonly value: Node;
  /** For lists: the XML element around each entry. If it is blank, the member itself is repeated. */
  readonly element?: string;
}

export interface Target {
  readonly operation: Operation;
  readonly connection: Connection;
  readonly storefront: Storefront;
}

/** `page` is 1-based. */
export function buildRequest(target: Target, params: Params, page: number): HttpRequest {
  const { operation, connection } = target;
  const settings = settingsWith(connection.settings);
  const paging = operation.paging;
  const inputs: Params = {
    version: connection.version,
    ...params,
    page: String(page - 1 + settle(paging?.first ?? 1, settings)),
    pageSize: String(settle(paging?.size ?? 1, settings)),
    sellerId: connection.sellerId,
  };
  // Some operations support only JSON.
  const format = operation.formats.find((each) => each === connection.format) ?? operation.formats[0]!;
  const contentType = `application/${format}`;
  return {
    url: buildUrl(target, inputs),
    method: operation.method,
    contentType,
    timeoutSeconds: settings.callTimeoutSeconds,
    headers: { Authorization: connection.apiKey, SecretKey: connection.secretKey, Accept: contentType },
    ...(operation.body ? { body: spell(operation, inputs, format, settings) } : {}),
  };
}

/** The service requires lowercase URLs, including percent escapes, except for the seller ID. */
function buildUrl({ operation, connection, storefront }: Target, inputs: Params) {
  const path = operation.paths[storefront]!.replace(/\{(\w+)\}/g, (_, name: string) => {
    const input = inputs[name];
    return encodeURIComponent(String(Array.isArray(input) ? input[0] : input).toLowerCase());
  });
  const query = Object.entries(operation.query ?? {})
    .filter(([, param]) => inputs[param] !== undefined)
    .map(([name, param]) => `&${name}=${encodeURIComponent(String(inputs[param]).toLowerCase())}`);
  const seller = encodeURIComponent(connection.sellerId).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return `${connection.baseUrl.toLowerCase()}${path.toLowerCase()}?sellerid=${seller}${query.join('').toLowerCase()}`;
}

function spell(operation: Operation, inputs: Params, format: Format, settings: Settings) {
  const { root, members } = operation.body!;
  const body = fill(members, inputs, settings);
  const name = root.replace('{word}', settings.envelopeWord);
  if (format === 'xml') return `<?xml version="1.0" encoding="utf-8"?>${xml(name, body)}`;
  const json = jsonMembers(body);
  return JSON.stringify(settings.jsonRequestRoot && root.includes('{word}') ? { [name]: json } : json);
}

/** Omits members without a value. */
function fill(body: Body, inputs: Params, settings: Settings): Member[] {
  return Object.entries(body).flatMap(([name, part]) => fillPart(name, part, inputs, settings));
}

function fillPart(name: string, part: Part, inputs: Params, settings: Settings): Member[] {
  if ('members' in part) return [{ name, value: fill(part.members, inputs, settings) }];
  if ('is' in part) return [{ name, value: part.is }];
  const input = inputs['param' in part ? part.param : 'list' in part ? part.list : part.wrapped];
  if (input === undefined) return [];
  if ('if' in part && part.if && settings[part.if[0]] !== part.if[1]) return [];
  const entries = Array.isArray(input) ? input : [String(input)];
  if ('list' in part) return [{ name, value: entries, element: part.element }];
  if ('wrapped' in part) return [{ name, value: [{ name: part.element, value: entries, element: '' }] }];
  return [{ name, value: part.as === 'number' ? asNumber(entries[0]!) : entries[0]! }];
}

/** Keeps numbers too long for a double as strings, which the service accepts. */
function asNumber(text: string) {
  const number = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(number) ? number : text;
}

function jsonMembers(members: readonly Member[]): Record<string, unknown> {
  return Object.fromEntries(members.map((member) => [member.name, jsonValue(member)]));
}

function jsonValue({ value, element }: Member): unknown {
  return Array.isArray(value) && element === undefined ? jsonMembers(value as readonly Member[]) : value;
}

function xml(name: string, members: readonly Member[]): string {
  return `<${name}>${members.map(xmlMember).join('')}</${name}>`;
}

function xmlMember({ name, value, element }: Member): string {
  if (!Array.isArray(value)) return `<${name}>${escapeXml(String(value))}</${name}>`;
  if (element === undefined) return xml(name, value as readonly Member[]);
  const entries = (value as readonly Node[]).map(
    (entry) => `<${element || name}>${escapeXml(String(entry))}</${element || name}>`,
  );
  return element ? `<${name}>${entries.join('')}</${name}>` : entries.join('');
}

function escapeXml(text: string) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
