/** The `bench` command: prints one JSON line per result to stdout and a table to stderr. */
import { parseArgs } from 'node:util';
import type { Measure, Result } from './measure.ts';
import { measures } from './registry.ts';
import { report } from './report.ts';

const unusable = 2;

function chosen(names: readonly string[]): readonly Measure[] {
  const unknown = names.filter((name) => !measures.some((each) => each.name === name));
  if (unknown.length > 0) {
    const list = measures.map(({ name, about }) => `  ${name}: ${about}`).join('\n');
    throw new Error(`No measure named ${unknown.map((name) => `"${name}"`).join(', ')}. Available measures:\n${list}`);
  }
  return names.length === 0 ? measures : measures.filter(({ name }) => names.includes(name));
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false } },
  });
  const results: Result[] = [];
  for (const measure of chosen(positionals)) {
    for (const each of await measure.run({ quick: values.quick })) {
      results.push(each);
      process.stdout.write(`${JSON.stringify(each)}\n`);
    }
  }
  process.stderr.write(report(results));
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = unusable;
}
