// A scenario has one step per line, and prints one line per step.
import { steps } from './registry.ts';
import type { Line } from './step.ts';
import type { World } from './world.ts';

export interface ParsedStep {
  name: string;
  line: Line;
}

/** Throws an error with the line number for an invalid scenario. */
export function parseScenario(text: string): ParsedStep[] {
  const parsed: ParsedStep[] = [];
  text.split(/\r?\n/).forEach((source, index) => {
    if (source.trim() === '') return;
    const line = parsedLine(source, index + 1);
    const names = Object.keys(line).filter((key) => Object.hasOwn(steps, key));
    // In other steps, `as` is an option.
    const name = names.find((key) => key !== 'as') ?? names[0];
    if (name === undefined) throw new Error(`Line ${index + 1} is not a step: ${source}`);
    parsed.push({ name, line });
  });
  return parsed;
}

function parsedLine(source: string, number: number): Line {
  try {
    const line: unknown = JSON.parse(source);
    if (typeof line === 'object' && line !== null && !Array.isArray(line)) return line as Line;
  } catch {
    // The error below covers this, along with values that aren't objects.
  }
  throw new Error(`Line ${number} is not a JSON object: ${source}`);
}

export async function runScenario(parsed: ParsedStep[], world: World, print: (line: string) => void): Promise<void> {
  for (const { name, line } of parsed) world.grant(grantedBy(name, line));
  for (const [index, { name, line }] of parsed.entries()) {
    const step = index + 1;
    try {
      const value = await steps[name]!(world, line[name] as never, line);
      // Formulas may recalculate after a step.
      await world.settled();
      print(JSON.stringify({ step, ok: true, value: value ?? null }));
    } catch (error) {
      const { name: errorName, message } = error as Error;
      print(JSON.stringify({ step, ok: false, error: { name: errorName, message } }));
    }
  }
}

/** Optional permissions that a step needs. They are part of the manifest, so they apply from the first opening. */
function grantedBy(name: string, line: Line): readonly string[] {
  if (name === 'warehouse') return ['bigquery'];
  return name === 'grant' ? (line.grant as string[]) : [];
}
