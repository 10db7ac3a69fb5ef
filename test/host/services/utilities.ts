import { createHash, createHmac, randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { formatDate, parseDate } from '../dates.ts';
import { type Service, ServiceError } from './service.ts';

type Input = { text: string } | { base64: string };

function bytes(input: Input, charset: string): Buffer {
  if ('base64' in input) return Buffer.from(input.base64, 'base64');
  // Each UTF-16 code unit outside ASCII becomes a question mark.
  const text = charset === 'US_ASCII' ? input.text.replace(/[^\0-\x7f]/gu, '?') : input.text;
  return Buffer.from(text);
}

function algorithm(name: string): string {
  if (name === 'MD2') throw new Error('not emulated: DigestAlgorithm.MD2');
  return name.replace('HMAC_', '').replace('_', '').toLowerCase();
}

/** The documented subset of printf: `%s`, `%d`, `%f`, `%x`, and `%e`, with flags, width, and precision. */
function formatted(template: string, args: readonly unknown[]): string {
  let next = 0;
  return template.replace(
    /%([-+0 ]*)(\d*)(?:\.(\d+))?([a-zA-Z%])/g,
    (_, flags: string, width: string, precision: string | undefined, kind: string) => {
      if (kind === '%') return '%';
      const digits = precision === undefined ? 6 : Number(precision);
      const value = args[next++];
      const text = {
        s: () => String(value).slice(0, precision === undefined ? undefined : digits),
        d: () => String(Math.trunc(Number(value))),
        f: () => Number(value).toFixed(digits),
        x: () => Math.trunc(Number(value)).toString(16),
        X: () => Math.trunc(Number(value)).toString(16).toUpperCase(),
        e: () => Number(value).toExponential(digits),
      }[kind];
      if (!text) throw new Error(`not emulated: Utilities.formatString with %${kind}`);
      const signed = flags.includes('+') && kind !== 's' && Number(value) >= 0 ? `+${text()}` : text();
      if (flags.includes('-')) return signed.padEnd(Number(width));
      if (!flags.includes('0') || kind === 's') return signed.padStart(Number(width));
      const sign = /^[-+]/.exec(signed)?.[0] ?? '';
      return sign + signed.slice(sign.length).padStart(Number(width) - sign.length, '0');
    },
  );
}

export const utilities: Service = {
  modes: ['NONE', 'LIMITED', 'CUSTOM_FUNCTION', 'FULL'],
  methods: {
    sleep: (execution, milliseconds: number) => {
      if (!(milliseconds >= 0)) throw new ServiceError('Invalid argument: {0}', 'milliseconds');
      if (milliseconds > 300_000) throw new ServiceError('Sleep time must not exceed 300000 milliseconds.');
      // The clock counts whole milliseconds.
      return execution.sleep(Math.trunc(milliseconds));
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
    formatString: (_, template: string, args: unknown[]) => formatted(template, args),
  },
};
