/** Makes functions that expect text write numbers in the notation of the spreadsheet's locale. */
import { registries } from '@odoo/o-spreadsheet';
import type { EngineArgument } from './custom-values.ts';
import type { EngineValue } from './formula-cell.ts';
import { parameterAt } from './single-values.ts';

interface Parameter {
  readonly type: readonly string[];
  repeating?: boolean;
}

interface Locales {
  readonly locale: { readonly decimalSeparator: string };
}

const functions = registries.functionRegistry as unknown as {
  readonly mapping: Record<string, (this: Locales, ...args: EngineArgument[]) => unknown>;
  get(name: string): { readonly args: readonly Parameter[] };
};

const TEXTS = ['STRING', 'RANGE<STRING>'];
const isText = ({ type }: Parameter) => type.length > 0 && type.every((each) => TEXTS.includes(each));

/** The engine always writes decimal points, but parses criteria such as `">"&1,5` according to the locale. */
export function writeLocalTexts(): void {
  for (const [name, compute] of Object.entries(functions.mapping)) {
    const { args } = functions.get(name);
    if (!args.some(isText)) continue;
    functions.mapping[name] = function (...given) {
      const mark = this.locale.decimalSeparator;
      if (mark === '.') return compute.apply(this, given);
      const local = given.map((argument, index) => {
        const parameter = parameterAt(args, index);
        return parameter && isText(parameter) ? written(argument, mark) : argument;
      });
      return compute.apply(this, local);
    };
  }
}

function written(argument: EngineArgument, mark: string): EngineArgument {
  if (Array.isArray(argument)) return argument.map((line) => line.map((value) => writtenOne(value, mark)));
  return argument && writtenOne(argument, mark);
}

function writtenOne(cell: EngineValue, mark: string): EngineValue {
  if (typeof cell.value !== 'number') return cell;
  return { value: String(cell.value).replace('.', mark) };
}
