/** Calls custom functions once per name and arguments, however many cells ask. */
import type { FormulaCell } from './formula-cell.ts';
import type { CellPosition, CellValue, FunctionAnswer, FunctionCall } from './surface.ts';

export type Argument = CellValue | CellValue[][];

interface Entry {
  readonly key: string;
  answer?: FunctionAnswer;
  readonly askers: Set<FormulaCell>;
}

export class FunctionBroker {
  private entries = new Map<string, Entry>();
  private pending = new Set<Entry>();

  constructor(
    private readonly call: (call: FunctionCall) => Promise<FunctionAnswer>,
    /** Told once per call that ended, with the cells that asked for it. */
    private readonly answered: (askers: ReadonlySet<FormulaCell>) => void,
  ) {}

  get busy(): boolean {
    return this.pending.size > 0;
  }

  /** The answer, or undefined while it is being fetched. */
  ask(name: string, args: readonly Argument[], asker: FormulaCell): FunctionAnswer | undefined {
    const key = `${name}(${JSON.stringify(args, tagged)})`;
    let entry = this.entries.get(key);
    if (entry === undefined) {
      entry = { key, askers: new Set() };
      this.entries.set(key, entry);
      this.start(entry, {
        name,
        args,
        cell: { sheetId: asker.sheetId, row: asker.row, column: asker.column },
      });
    }
    if (entry.answer === undefined) entry.askers.add(asker);
    return entry.answer;
  }

  /** What was answered, by call. */
  known(): [call: string, answer: FunctionAnswer][] {
    return [...this.entries].flatMap(([key, { answer }]) => (answer ? [[key, answer]] : []));
  }

  /** From here on these calls are answered so, until that is forgotten. */
  remember(known: readonly (readonly [call: string, answer: FunctionAnswer])[]): void {
    for (const [key, answer] of known) this.entries.set(key, { key, answer, askers: new Set() });
  }

  /** Known answers are asked for again; calls under way are not repeated. */
  forget(): void {
    for (const [key, entry] of this.entries) if (entry.answer) this.entries.delete(key);
  }

  private start(entry: Entry, call: FunctionCall & { cell: CellPosition }): void {
    this.pending.add(entry);
    const end = (answer: FunctionAnswer): void => {
      entry.answer = answer;
      this.pending.delete(entry);
      this.answered(entry.askers);
    };
    // Not from inside the evaluation: the callee may look at the workbook before it awaits anything.
    Promise.resolve()
      .then(() => this.call(call))
      .then(end, (error: unknown) =>
        end({ ok: false, message: error instanceof Error ? error.message : String(error) }),
      );
  }
}

/** Dates and texts that look like dates are different arguments. */
function tagged(this: unknown, key: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[key];
  return raw instanceof Date ? { date: raw.getTime() } : value;
}
