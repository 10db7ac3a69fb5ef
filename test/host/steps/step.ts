// A step receives its argument and its whole line, and returns the value to print.
import type { World } from './world.ts';

export type Line = Record<string, unknown>;
export type Step = (world: World, argument: never, line: Line) => Promise<unknown>;
