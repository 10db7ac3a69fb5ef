import { runs as runsFor } from '../effort.ts';

/** Runs a third of the usual number of examples with `npm test`, and 30 times that number with `npm run test:long`. */
export const runs = (usual: number): number => runsFor(Math.ceil(usual / 3), usual * 30);
