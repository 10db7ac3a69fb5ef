import { HTTP, LARGEST_BODY_BYTES } from '../assumptions.ts';
import { Refusal } from '../wire/refusal.ts';

/**
 * Reads an oversized body to its end without storing it. A response to a client that is still sending would break the
 * connection.
 */
export async function bodyText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size <= LARGEST_BODY_BYTES) chunks.push(chunk);
  }
  if (size > LARGEST_BODY_BYTES) throw new Refusal(HTTP.tooLarge, 'RequestTooLarge', 'The request is too large.');
  return Buffer.concat(chunks).toString('utf8');
}
