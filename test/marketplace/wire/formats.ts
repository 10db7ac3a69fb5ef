import { CHARSET_ACCEPTED, FORMAT_UNLESS_ASKED, HTTP } from '../assumptions.ts';
import { Refusal } from './refusal.ts';

export type Format = 'json' | 'xml';

export interface FormatHeaders {
  accept: string | undefined;
  contentType: string | undefined;
}

const formatOf = (mediaType: string): Format | undefined => {
  if (!CHARSET_ACCEPTED && /charset/i.test(mediaType)) return undefined;
  const essence = mediaType.split(';')[0]?.trim().toLowerCase();
  if (essence === 'application/json') return 'json';
  return essence === 'application/xml' ? 'xml' : undefined;
};

const weightOf = (mediaType: string): number => {
  const weight = Number(/;\s*q\s*=\s*([\d.]+)/i.exec(mediaType)?.[1] ?? 1);
  return Number.isNaN(weight) ? 1 : weight;
};

/** The preferred format; undefined if Accept names neither. */
function accepted(accept: string | undefined): Format | undefined {
  return (accept ?? '')
    .split(',')
    .map((mediaType) => ({ format: formatOf(mediaType), weight: weightOf(mediaType) }))
    .filter((offer) => offer.format !== undefined && offer.weight > 0)
    .sort((a, b) => b.weight - a.weight)[0]?.format;
}

export const answerFormat = ({ accept, contentType }: FormatHeaders): Format =>
  accepted(accept) ?? formatOf(contentType ?? '') ?? FORMAT_UNLESS_ASKED;

export function bodyFormat(contentType: string | undefined): Format {
  if (!contentType?.trim()) return FORMAT_UNLESS_ASKED;
  const format = formatOf(contentType);
  if (format) return format;
  throw wrongMediaType('Content-Type must be application/json or application/xml.');
}

export const wrongMediaType = (message: string): Refusal =>
  new Refusal(HTTP.wrongMediaType, 'UnsupportedMediaType', message);

export function requireJson({ accept, contentType }: FormatHeaders): void {
  if (contentType?.trim() && formatOf(contentType) !== 'json') {
    throw wrongMediaType('This operation accepts application/json only.');
  }
  if (accepted(accept) === 'xml' && !/json|\*\/\*/i.test(accept ?? '')) {
    throw new Refusal(HTTP.notAcceptable, 'NotAcceptable', 'This operation returns application/json only.');
  }
}
