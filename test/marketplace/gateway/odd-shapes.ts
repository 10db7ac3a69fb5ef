/** The odd-shapes scenario: each answer has a different encoding of the same content. */
import { Draws, mixText } from '../chance.ts';
import type { Encoding } from '../wire/encoding.ts';

const ENCODING = mixText('manner');

/** `answer` is the answer's number, so that the same sequence of calls gets the same encodings. */
export function oddEncoding(seed: number, answer: number): Encoding {
  const draws = new Draws(seed, ENCODING, answer);
  const maybe = () => draws.chance(0.4);
  return {
    bom: maybe(),
    declaration: maybe(),
    rootInJson: maybe(),
    singleObjects: maybe(),
    wrappedLists: maybe(),
    scalarsAsText: maybe(),
    padded: maybe(),
    cdata: maybe(),
    emptyLists: draws.pick(['empty', 'null', 'missing', 'blank'] as const),
  };
}
