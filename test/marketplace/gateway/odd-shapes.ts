import { Draws, mixText } from '../chance.ts';
import type { Encoding } from '../wire/encoding.ts';

const ENCODING = mixText('manner');

/** The encoding is determined by the seed and by `answer`, the response's sequence number. */
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
