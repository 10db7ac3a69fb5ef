// Utilities: what is pure is done here, what needs the clock or cryptography is asked of the host.
import { blob } from './blob.ts';
import { callHost, Exception } from './bridge.ts';
import { parseCsv } from './csv.ts';
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

function member(kind: object, value: unknown, method: string, args: unknown[]): string {
  if (Object.values(kind).includes(value)) return String(value);
  const types = args.map((arg) =>
    typeof arg === 'string' ? 'String' : typeof arg === 'object' ? 'Object' : typeof arg,
  );
  throw new Exception(
    "The parameters ({0}) don't match the method signature for {1}.",
    types.join(','),
    `Utilities.${method}`,
  );
}

function mac(algorithm: unknown, value: Input, key: Input, charset: unknown, method: string): Bytes {
  const name = member(MacAlgorithm, algorithm, method, [algorithm, value, key]);
  const set = member(Charset, charset, method, [algorithm, value, key, charset]);
  return bytesOf(callHost('Utilities.computeHmacSignature', name, sent(value), sent(key), set));
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
  computeDigest: (algorithm: unknown, value: Input, charset: unknown = Charset.US_ASCII) => {
    const name = member(DigestAlgorithm, algorithm, 'computeDigest', [algorithm, value, charset]);
    const set = member(Charset, charset, 'computeDigest', [algorithm, value, charset]);
    return bytesOf(callHost('Utilities.computeDigest', name, sent(value), set));
  },
  computeHmacSignature: (algorithm: unknown, value: Input, key: Input, charset: unknown = Charset.US_ASCII) =>
    mac(algorithm, value, key, charset, 'computeHmacSignature'),
  computeHmacSha256Signature: (value: Input, key: Input, charset: unknown = Charset.US_ASCII) =>
    mac(MacAlgorithm.HMAC_SHA_256, value, key, charset, 'computeHmacSha256Signature'),
  parseCsv: (text: string, delimiter?: string) => parseCsv(text, delimiter ?? ','),
  formatDate: (date, timeZone, format) => callHost<string>('Utilities.formatDate', date, timeZone, format),
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
