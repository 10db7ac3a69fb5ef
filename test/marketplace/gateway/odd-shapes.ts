/** The odd-shapes scenario: each answer dressed in another manner, its meaning unchanged. */
import { Draws, mixText } from '../chance.ts';
import type { Manner } from '../wire/manner.ts';

const MANNER = mixText('manner');

/** `answer` counts the answers, so that the same sequence of calls gets the same sequence of manners. */
export function oddManner(seed: number, answer: number): Manner {
  const draws = new Draws(seed, MANNER, answer);
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
