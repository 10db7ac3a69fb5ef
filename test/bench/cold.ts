/** Startup time and size of the bundle, compared with the XML parser alone. */
import { readFileSync, statSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { parse } from 'acorn';
import { builtCode, parserBundle, written } from './built.ts';
import { type Measure, type Result, result } from './measure.ts';
import { model } from './model.ts';
import { bundled, medians, sample } from './sampling.ts';

export const cold: Measure = {
  name: 'cold',
  about: 'CPU time to load the bundle, its size, and its top-level statements other than declarations',
  async run(): Promise<readonly Result[]> {
    const [ours, parser, empty] = [builtCode(), await parserBundle(), written('empty.js', '')];
    check(ours, 'onOpen');
    check(parser, 'parse');
    const program = await bundled('cold-start');
    const taken = await medians(
      {
        ours: () => sample(program, [ours]),
        parser: () => sample(program, [parser]),
        empty: () => sample(program, [empty]),
      },
      model.manyRounds,
    );
    const common = { bench: 'cold', peerName: 'fast-xml-parser alone' };
    const time = (file: keyof typeof taken) => taken[file].ms!;
    const goal = model.goals.coldStartTimesParser;
    const timed = (workload: string, file: keyof typeof taken, limit: number | null) =>
      result({
        ...common,
        ...{ workload, ours: time(file), peer: time('parser'), unit: 'ms of CPU', limit, kind: 'timed' },
      });
    return [
      timed('compile and evaluate dist/Code.js', 'ours', goal * time('parser')),
      timed('compile and evaluate an empty file', 'empty', null),
      result({
        ...common,
        workload: 'size of dist/Code.js',
        ours: statSync(ours).size,
        peer: statSync(parser).size,
        unit: 'bytes',
        limit: model.goals.bundleBytes,
        kind: 'counted',
      }),
      result({
        bench: 'cold',
        workload: 'top-level statements other than declarations',
        ours: undeclaring(readFileSync(ours, 'utf8')),
        unit: 'statements',
        limit: 0,
        kind: 'counted',
      }),
    ];
  },
};

/** Throws if a bundle didn't load: an empty one would be fast. */
function check(path: string, name: string): void {
  const context = createContext({});
  new Script(readFileSync(path, 'utf8')).runInContext(context);
  if (typeof context[name] !== 'function') throw new Error(`${path} does not declare the function ${name}`);
}

function undeclaring(code: string): number {
  const { body } = parse(code, { ecmaVersion: 2019 });
  return body.filter((node) => !/Declaration$/.test(node.type) && !('directive' in node)).length;
}
