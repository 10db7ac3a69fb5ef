/** Parses a `multipart/related` upload into a JSON resource and data. */
import { Refusal } from '../refusal.ts';

export interface Upload {
  resource: Record<string, unknown>;
  media: Buffer;
}

const broken = (why: string) => new Refusal(400, 'badRequest', `Malformed multipart body. ${why}`);

export function readUpload(contentType: string, body: Buffer): Upload {
  const boundary = /^multipart\/related\s*;.*?boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  if (!boundary) throw broken('The content type must be multipart/related with a boundary.');
  const parts = partsOf(body, boundary[1] ?? boundary[2]!);
  if (parts.length !== 2) throw broken(`There must be two parts, not ${parts.length}.`);
  const [resource, media] = parts.map(contentOf) as [Buffer, Buffer];
  try {
    return { resource: JSON.parse(resource.toString('utf8')) as Upload['resource'], media };
  } catch {
    throw new Refusal(400, 'parseError', 'Parse Error');
  }
}

const LINE = '\r\n';

/** A delimiter starts a line; the final delimiter ends with two dashes. */
function partsOf(body: Buffer, boundary: string): Buffer[] {
  const delimiter = `--${boundary}`;
  const start = body.indexOf(delimiter);
  const isAtStart = start === 0 || (start > 0 && body.subarray(start - 2, start).toString('latin1') === LINE);
  if (!isAtStart) throw broken('The boundary is missing.');
  const parts: Buffer[] = [];
  let from = start + delimiter.length;
  while (body.subarray(from, from + 2).toString('latin1') !== '--') {
    const next = body.indexOf(`${LINE}${delimiter}`, from);
    if (next < 0) throw broken('The closing boundary is missing: the body was cut off.');
    parts.push(body.subarray(body.indexOf(LINE, from) + LINE.length, next));
    from = next + LINE.length + delimiter.length;
  }
  return parts;
}

function contentOf(part: Buffer): Buffer {
  if (part.subarray(0, 2).toString('latin1') === LINE) return part.subarray(LINE.length);
  const end = part.indexOf(LINE + LINE);
  if (end < 0) throw broken('A part has no content.');
  return part.subarray(end + 2 * LINE.length);
}
