/** Calls custom functions once per name and arguments, for any number of cells. */
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
    /** Called when a call ends, with the formulas that wait for it. */
    private readonly answered: (askers: ReadonlySet<FormulaCell>) => void,
  ) {}

  get busy(): boolean {
    return this.pending.size > 0;
  }

  /** Returns undefined while the call runs. */
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

  /** Results by call. */
  known(): [call: string, answer: FunctionAnswer][] {
    return [...this.entries].flatMap(([key, { answer }]) => (answer ? [[key, answer]] : []));
  }

  /** Preloads results, which are used until `forget` is called. */
  remember(known: readonly (readonly [call: string, answer: FunctionAnswer])[]): void {
    for (const [key, answer] of known) this.entries.set(key, { key, answer, askers: new Set() });
  }

  /** Drops cached results so that they're requested again. Calls in progress aren't repeated. */
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
    // Deferred, because the function may read the workbook during its calculation.
    Promise.resolve()
      .then(() => this.call(call))
      .then(end, (error: unknown) =>
        end({ ok: false, message: error instanceof Error ? error.message : String(error) }),
      );
  }
}

/** Distinguishes dates from strings with the same characters. */
function tagged(this: unknown, key: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[key];
  return raw instanceof Date ? { date: raw.getTime() } : value;
}
