/** The text of a request body, read to its end but kept only up to a limit. */
import { HTTP, LARGEST_BODY_BYTES } from '../assumptions.ts';
import { Refusal } from '../wire/refusal.ts';

/**
 * A body that is too large is still received whole: a client that is answered while it sends sees a broken
 * connection instead of the answer. Nothing of it is kept.
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
