// What a step is: it takes its argument and the whole line, and gives the value that is printed.
import type { World } from './world.ts';

export type Line = Record<string, unknown>;
export type Step = (world: World, argument: never, line: Line) => Promise<unknown>;
