// UrlFetchApp's checks before a request, and the headers that it adds.
import { ServiceError } from './service.ts';

export interface FetchRequest {
  url: string;
  method: string;
  contentType: string;
  headers: Record<string, unknown>;
  payload?: { text?: string; base64?: string };
  followRedirects?: boolean;
  muteHttpExceptions?: boolean;
  timeoutSeconds?: number;
}

const urlLimit = 2082;
const headerCountLimit = 100;
const headerSizeLimit = 8 * 1024;
const bodyLimit = 50 * 1024 * 1024;
const methods = ['get', 'delete', 'patch', 'post', 'put'];

export function demandValid(request: FetchRequest, allowed: string[] | undefined): URL {
  if (!request.url) throw new ServiceError('Attribute provided with no value: {0}', 'url');
  if (request.url.length > urlLimit) throw new ServiceError('Limit Exceeded: {0}.', 'URLFetch URL Length');
  const url = parsed(request.url);
  if (!methods.includes(request.method)) {
    throw new ServiceError('Attribute provided with invalid value: {0}', 'method');
  }
  demandHeaders(request.headers);
  const size = request.payload?.text?.length ?? (request.payload?.base64?.length ?? 0) * 0.75;
  if (size > bodyLimit) throw new ServiceError('Limit Exceeded: {0}.', 'URLFetch POST Size');
  if (allowed && !allowed.some((prefix) => isAllowed(url, prefix))) {
    throw new ServiceError('UrlFetch call to {0} does not match the urlFetchWhitelist of the manifest.', request.url);
  }
  return url;
}

function parsed(text: string): URL {
  try {
    const url = new URL(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  } catch {
    // Invalid URLs get the error below, as do unsupported schemes.
  }
  throw new ServiceError('Invalid argument: {0}', text);
}

function demandHeaders(headers: Record<string, unknown>): void {
  const entries = Object.entries(headers);
  for (const [name, value] of entries) {
    const reserved = /^(host|content-length)$/i.test(name);
    if (
      reserved ||
      value === null ||
      value === undefined ||
      typeof value === 'object' ||
      /[\r\n]/.test(String(value))
    ) {
      throw new ServiceError('Attribute provided with invalid value: {0}', `Header:${name}`);
    }
  }
  const size = entries.reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
  if (entries.length > headerCountLimit || size > headerSizeLimit) {
    throw new ServiceError('Limit Exceeded: {0}.', 'URLFetch Header Size');
  }
}

/** The prefix is a case-sensitive https URL with a path. A leading `*.` matches one or more subdomains. */
function isAllowed(url: URL, prefix: string): boolean {
  const [, host, path] = /^https:\/\/([^/]+)(\/.*)$/.exec(prefix) ?? [];
  if (!host || !path || url.protocol !== 'https:') return false;
  const hostMatches = host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host;
  return hostMatches && (url.pathname + url.search).startsWith(path);
}

export function headersOf(request: FetchRequest, body: Buffer | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    'User-Agent': 'Mozilla/5.0 (compatible; Google-Apps-Script; beanserver; +https://script.google.com)',
    'Accept-Encoding': 'gzip',
  };
  if (body) headers['Content-Type'] = request.contentType;
  for (const [name, value] of Object.entries(request.headers)) {
    const known = Object.keys(headers).find((each) => each.toLowerCase() === name.toLowerCase());
    if (known) delete headers[known];
    headers[name] = String(value);
  }
  if (body) headers['Content-Length'] = String(body.length);
  return headers;
}
