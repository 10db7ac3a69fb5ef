// UrlFetchApp inside an execution. Requests are plain data; responses decode their bytes on demand.
import { type Blob, blob, isBlob, textIn } from './blob.ts';
import { callHost } from './bridge.ts';
import { type Emulated, strict } from './strict.ts';
import { type Bytes, base64Bytes, base64Text, utf8Bytes } from './text-bytes.ts';

type Options = Record<string, unknown>;
type Response = GoogleAppsScript.URL_Fetch.HTTPResponse;
type Request = GoogleAppsScript.URL_Fetch.URLFetchRequest;

interface Answer {
  code: number;
  headers: Record<string, string | string[]>;
  text: string;
  /** Absent if the bytes can be restored from the text. */
  bytes: string | null;
  contentType: string | null;
}

export const urlFetchApp: Emulated<GoogleAppsScript.URL_Fetch.UrlFetchApp> = {
  fetch: (url: string, options?: object | null) => {
    const [answer] = callHost<Answer[]>('UrlFetchApp.fetch', [request(url, options)]);
    return response(answer!);
  },
  fetchAll: (requests) => {
    const all = requests.map((each) =>
      typeof each === 'string' ? request(each, {}) : request(each.url, each as unknown as Options),
    );
    return callHost<Answer[]>('UrlFetchApp.fetchAll', all).map(response);
  },
  getRequest: (url: string, options?: object | null) => {
    const { payload, ...rest } = request(url, options);
    const payloadText = payload === undefined ? {} : { payload: payload.text ?? payload.base64 };
    return { ...rest, ...payloadText } as Request;
  },
};

function request(url: string, options: object | null | undefined) {
  const { payload, headers, contentType, method, url: _, ...rest } = (options ?? {}) as Options;
  const sent = body(payload);
  const type = (contentType as string | undefined) ?? sent?.contentType ?? 'application/x-www-form-urlencoded';
  return {
    url,
    method: String(method ?? 'get').toLowerCase(),
    contentType: type,
    headers: (headers as Options | undefined) ?? {},
    useIntranet: false,
    followRedirects: true,
    validateHttpsCertificates: true,
    ...rest,
    ...(sent ? { payload: sent } : {}),
  };
}

interface Payload {
  text?: string;
  base64?: string;
  contentType?: string;
}

function body(payload: unknown): Payload | undefined {
  if (payload === undefined || payload === null) return undefined;
  if (isBlob(payload)) return fromBlob(payload);
  if (Array.isArray(payload)) return { base64: base64Text(payload as Bytes) };
  if (typeof payload !== 'object') return { text: String(payload) };
  const fields = Object.entries(payload);
  if (fields.some(([, value]) => isBlob(value))) return multipart(fields);
  const pair = ([key, value]: [string, unknown]) =>
    `${encodeURIComponent(key)}=${encodeURIComponent(String(value)).replace(/%20/g, '+')}`;
  return { text: fields.map(pair).join('&') };
}

function fromBlob(payload: Blob): Payload {
  const type = payload.getContentType();
  return { base64: base64Text(payload.getBytes()), ...(type ? { contentType: type } : {}) };
}

function multipart(fields: [string, unknown][]): Payload {
  const boundary = '----HostFormBoundary';
  const bytes: Bytes = [];
  for (const [name, value] of fields) {
    const file = isBlob(value) ? `; filename="${value.getName() ?? name}"` : '';
    const type = isBlob(value) ? `\r\nContent-Type: ${value.getContentType() ?? 'application/octet-stream'}` : '';
    bytes.push(...utf8Bytes(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}${type}\r\n\r\n`));
    for (const byte of isBlob(value) ? value.getBytes() : utf8Bytes(String(value))) bytes.push(byte);
    bytes.push(...utf8Bytes('\r\n'));
  }
  bytes.push(...utf8Bytes(`--${boundary}--\r\n`));
  return { base64: base64Text(bytes), contentType: `multipart/form-data; boundary=${boundary}` };
}

function response(answer: Answer): Response {
  const content = () => (answer.bytes === null ? answer.text : base64Bytes(answer.bytes)!);
  const last = (value: string | string[]) => (Array.isArray(value) ? value.at(-1)! : value);
  return strict<Response>('HTTPResponse', {
    getResponseCode: () => answer.code,
    getContentText: (charset?: string) => (charset === undefined ? answer.text : textIn(content(), charset)),
    getContent: () => blob(content()).getBytes(),
    getBlob: () => blob(content(), answer.contentType, null),
    getAllHeaders: () => ({ ...answer.headers }),
    getHeaders: () => Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, last(value)])),
  });
}
