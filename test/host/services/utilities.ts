// Utilities: sleep on the virtual clock, digests, compression, dates.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { format } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { formatDate, parseDate } from '../dates.ts';
import { type Service, ServiceError } from './service.ts';

type Input = { text: string } | { base64: string };

function bytes(input: Input, charset: string): Buffer {
  if ('base64' in input) return Buffer.from(input.base64, 'base64');
  // Outside of ASCII each UTF-16 unit becomes a question mark.
  const text = charset === 'US_ASCII' ? input.text.replace(/[^\0-\x7f]/gu, '?') : input.text;
  return Buffer.from(text);
}

function algorithm(name: string): string {
  if (name === 'MD2') throw new Error('not emulated: DigestAlgorithm.MD2');
  return name.replace('HMAC_', '').replace('_', '').toLowerCase();
}

export const utilities: Service = {
  modes: ['NONE', 'LIMITED', 'CUSTOM_FUNCTION', 'FULL'],
  methods: {
    sleep: (execution, milliseconds: number) => {
      if (!(milliseconds >= 0)) throw new ServiceError('Invalid argument: milliseconds');
      if (milliseconds > 300_000) throw new ServiceError('Sleep time must not exceed 300000 milliseconds.');
      return execution.sleep(milliseconds);
    },
    getUuid: () => randomUUID(),
    computeDigest: (_, name: string, value: Input, charset: string) =>
      createHash(algorithm(name)).update(bytes(value, charset)).digest('base64'),
    computeHmacSignature: (_, name: string, value: Input, key: Input, charset: string) =>
      createHmac(algorithm(name), bytes(key, charset)).update(bytes(value, charset)).digest('base64'),
    gzip: (_, base64: string) => gzipSync(Buffer.from(base64, 'base64')).toString('base64'),
    ungzip: (_, base64: string) => gunzipSync(Buffer.from(base64, 'base64')).toString('base64'),
    formatDate: (_, date: Date, timeZone: string, pattern: string) => formatDate(date, timeZone, pattern),
    parseDate: (_, text: string, timeZone: string, pattern: string) => parseDate(text, timeZone, pattern),
    formatString: (_, template: string, args: unknown[]) => format(template, ...args),
  },
};
