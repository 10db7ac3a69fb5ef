// Utilities. Functions that need the clock or cryptography call the host.
import { isDate } from '../codec.ts';
import { blob } from './blob.ts';
import { callHost, Exception } from './bridge.ts';
import { parseCsv } from './csv.ts';
import { mismatch } from './mismatch.ts';
import { type Emulated, enumeration } from './strict.ts';

type Google = GoogleAppsScript.Utilities.Utilities;

import { type Bytes, base64Bytes, base64Text, utf8Bytes } from './text-bytes.ts';

const DigestAlgorithm = enumeration<Google['DigestAlgorithm']>(
  'DigestAlgorithm',
  'MD2',
  'MD5',
  'SHA_1',
  'SHA_256',
  'SHA_384',
  'SHA_512',
);
const MacAlgorithm = enumeration<Google['MacAlgorithm']>(
  'MacAlgorithm',
  'HMAC_MD5',
  'HMAC_SHA_1',
  'HMAC_SHA_256',
  'HMAC_SHA_384',
  'HMAC_SHA_512',
);
const Charset = enumeration<Google['Charset']>('Charset', 'US_ASCII', 'UTF_8');

type Input = string | Bytes;
type BlobSource = GoogleAppsScript.Base.BlobSource;

function sent(input: Input): { text: string } | { base64: string } {
  return typeof input === 'string' ? { text: input } : { base64: base64Text(input) };
}

function bytesOf(base64: string): Bytes {
  return base64Bytes(base64)!;
}

const isOf = (kind: object, value: unknown) => Object.values(kind).includes(value);

/**
 * Checks the arguments of a digest or signature: an algorithm if `kind` is set, then `inputs` strings with an optional
 * charset, or `inputs` byte arrays.
 */
function digestible(method: string, args: readonly unknown[], inputs: number, kind?: object) {
  const [algorithm, ...rest] = kind ? args : [undefined, ...args];
  const [values, more] = [rest.slice(0, inputs), rest.slice(inputs)];
  const areTexts = values.every((each) => typeof each === 'string');
  const isFollowed = areTexts && more.length === 1 && isOf(Charset, more[0]);
  const fits =
    values.length === inputs &&
    (areTexts || values.every(Array.isArray)) &&
    (more.length === 0 || isFollowed) &&
    (kind === undefined || isOf(kind, algorithm));
  if (!fits) throw mismatch(`Utilities.${method}`, ...args);
  for (const byte of values.flat()) {
    if (!areTexts && typeof byte !== 'number') throw new Exception('Cannot convert {0} to {1}.', String(byte), 'int');
  }
  return { name: String(algorithm), values: values as Input[], charset: String(more[0] ?? Charset.US_ASCII) };
}

function digest(args: readonly unknown[]): Bytes {
  const { name, values, charset } = digestible('computeDigest', args, 1, DigestAlgorithm);
  return bytesOf(callHost('Utilities.computeDigest', name, sent(values[0]!), charset));
}

function mac(name: string, [value, key]: readonly Input[], charset: string): Bytes {
  return bytesOf(callHost('Utilities.computeHmacSignature', name, sent(value!), sent(key!), charset));
}

function encodedBytes(data: Input): Bytes {
  return typeof data === 'string' ? utf8Bytes(data) : data;
}

function decodedBytes(text: string): Bytes {
  const bytes = base64Bytes(text);
  if (!bytes) throw new Exception('Could not decode string.');
  return bytes;
}

const webSafe = (text: string) => text.replace(/\+/g, '-').replace(/\//g, '_');

export const utilities: Emulated<Google> = {
  DigestAlgorithm,
  MacAlgorithm,
  Charset,
  sleep: (milliseconds: number) => void callHost('Utilities.sleep', milliseconds),
  getUuid: () => callHost<string>('Utilities.getUuid'),
  base64Encode: (data: Input) => base64Text(encodedBytes(data)),
  base64EncodeWebSafe: (data: Input) => webSafe(base64Text(encodedBytes(data))),
  base64Decode: (text: string) => decodedBytes(text),
  base64DecodeWebSafe: (text: string) => decodedBytes(text),
  computeDigest: (...args: unknown[]) => digest(args),
  computeHmacSignature: (...args: unknown[]) => {
    const { name, values, charset } = digestible('computeHmacSignature', args, 2, MacAlgorithm);
    return mac(name, values, charset);
  },
  computeHmacSha256Signature: (...args: unknown[]) => {
    const { values, charset } = digestible('computeHmacSha256Signature', args, 2);
    return mac('HMAC_SHA_256', values, charset);
  },
  parseCsv: (text: string, delimiter?: string) => parseCsv(text, delimiter ?? ','),
  formatDate: (date, timeZone, format) => {
    if (!isDate(date)) throw mismatch('Utilities.formatDate', date, timeZone, format);
    return callHost<string>('Utilities.formatDate', date, timeZone, format);
  },
  parseDate: (text, timeZone, format) => callHost<Date>('Utilities.parseDate', text, timeZone, format),
  formatString: (template, ...args) => callHost<string>('Utilities.formatString', template, args),
  newBlob: (data: Input, contentType: string | null = null, name: string | null = null) =>
    blob(data, contentType ?? (typeof data === 'string' ? 'text/plain' : null), name),
  gzip: (source: BlobSource, name?: string) => {
    const bytes = bytesOf(callHost('Utilities.gzip', base64Text(source.getBlob().getBytes())));
    return blob(bytes, 'application/x-gzip', name ?? 'archive.gz');
  },
  ungzip: (blobSource) => {
    const source = blobSource.getBlob();
    const bytes = bytesOf(callHost('Utilities.ungzip', base64Text(source.getBytes())));
    return blob(bytes, null, (source.getName() ?? 'archive').replace(/\.gz$/, ''));
  },
};
