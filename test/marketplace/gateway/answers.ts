import { RESPONSE_ROOT } from '../assumptions.ts';
import type { Encoding } from '../wire/encoding.ts';
import type { Format } from '../wire/formats.ts';
import type { Refusal } from '../wire/refusal.ts';
import type { Fields } from '../wire/tree.ts';
import { writeError } from '../wire/write-errors.ts';
import { writeJson } from '../wire/write-json.ts';
import { writeXml } from '../wire/write-xml.ts';

export interface Answer {
  status: number;
  body: string;
  headers: Record<string, string>;
  /**
   * Not set: the response is sent immediately. `late`: it is sent after a delay. `never`: nothing is sent, and the
   * connection stays open. `closed`: the connection closes without a response.
   */
  delivery?: 'late' | 'never' | 'closed';
}

const typed = (format: Format) => ({ 'Content-Type': `application/${format}; charset=utf-8` });

export const refusalAnswer = (refusal: Refusal, format: Format, encoding?: Encoding): Answer => ({
  status: refusal.status,
  body: writeError(refusal.error, format, encoding),
  headers: { ...typed(format), ...refusal.headers },
});

/** The sponsored operations have no root in JSON. */
export const successAnswer = (fields: Fields, format: Format, isSponsored: boolean, encoding: Encoding): Answer => ({
  status: 200,
  body:
    format === 'json'
      ? writeJson(fields, isSponsored ? undefined : RESPONSE_ROOT, encoding)
      : writeXml(fields, RESPONSE_ROOT, encoding),
  headers: typed(format),
});

const INTERNAL_ERROR = {
  code: 'InternalError',
  message:
    'Our servers are currently unavailable and cannot process your request at this time. ' +
    'Please try again. We apologize for any inconvenience.',
};

export const internalErrorAnswer = (format: Format, status = 500): Answer => ({
  status,
  body: writeError(INTERNAL_ERROR, format),
  headers: typed(format),
});
