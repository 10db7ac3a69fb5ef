/** Recalculates formulas: tracks which ones are stale, the order of evaluation, and spills. */
import { type Area, areaOf, cellName, intersects } from './area.ts';
import { Dependencies } from './dependencies.ts';
import { circular, Evaluation, type Frame, type Surroundings } from './evaluation.ts';
import { type EngineValue, type FormulaCell, resultAt } from './formula-cell.ts';
import { shiftFormula } from './formula-text.ts';
import { FunctionBroker } from './function-broker.ts';
import { overwrites } from './google-text.ts';
import { engineFormat, literalAt } from './literal-cell.ts';
import type { Sheet } from './sheet.ts';
import type { FunctionAnswer, FunctionCall } from './surface.ts';

export interface CalculationHost extends Omit<Surroundings, 'readCell'> {
  /** Milliseconds after which time functions recalculate even if nothing changed. */
  readonly recalculatedEvery: () => number;
  readonly callFunction: (call: FunctionCall) => Promise<FunctionAnswer>;
  /** Returns false if the workbook can't grow that much. */
  readonly grow: (sheet: Sheet, rows: number, columns: number) => boolean;
  /** Called when calculated values in the area may have changed. */
  readonly changed: (area: Area) => void;
  /** Schedules a calculation. */
  readonly schedule: () => void;
}

/** Deeper chains are unwound and resumed from the bottom up, because they would overflow the stack. */
const DEEPEST = 60;
/** If a formula is evaluated more often than this in one pass, a spill depends on itself. */
const MOST_TURNS = 50;
/** The maximum number of cached formulas that aren't in a cell. */
const MOST_DETACHED = 20_000;

interface Place {
  readonly row: number;
  readonly column: number;
}

class TooDeep {
  // Built-in functions catch this error, and log it unless it looks like an error value.
  readonly value = '#ERROR';
  readonly message = '';
  constructor(readonly formula: FormulaCell) {}
}

export class Calculation {
  private readonly dependencies = new Dependencies();
  private readonly dirty = new Set<FormulaCell>();
  private readonly computing = new Set<FormulaCell>();
  /** Formulas whose result covers several cells, spilled or blocked. */
  private readonly spreading = new Set<FormulaCell>();
  /** Formulas to evaluate after every change. */
  private readonly always = new Set<FormulaCell>();
  /** Whether a formula became stale since the last pass. */
  private isChanged = false;
  /** Sheets that formulas have read in this pass. */
  private readonly read = new Set<number>();
  private readonly turns = new Map<FormulaCell, number>();
  private readonly evaluation: Evaluation;
  private readonly broker: FunctionBroker;
  /** Compiled formulas that aren't in a cell. Conditional formats evaluate them repeatedly. */
  private readonly detached = new Map<string, FormulaCell>();
  /** The time of the last change. NOW returns it. */
  private changedAt = Number.NEGATIVE_INFINITY;
  private flushing = false;
  /** What moved since the last calculation: the cells of the sheets in `only`, or anything. */
  private moved: { readonly sheets: Iterable<Sheet>; readonly only: Set<number> | undefined } | undefined;

  constructor(private readonly host: CalculationHost) {
    this.broker = new FunctionBroker(host.callFunction, (askers) => {
      for (const formula of askers) if (this.isAlive(formula)) this.markFormula(formula);
      host.schedule();
    });
    this.evaluation = new Evaluation(
      {
        ...host,
        now: () => this.changedAt,
        sheet: (sheetId) => this.sheetRead(sheetId),
        readCell: (sheetId, row, column, frame) => this.readCell(sheetId, row, column, frame),
      },
      this.broker,
    );
  }

  /** Whether no custom function is running or waiting. */
  get idle(): boolean {
    return this.moved === undefined && !this.broker.busy && this.staleCustom().length === 0;
  }

  set(sheet: Sheet, row: number, column: number, text: string): void {
    this.remove(sheet, row, column);
    this.changedAt = this.host.now();
    const formula = formulaAt(sheet, row, column, text);
    sheet.formulas.set(row, column, formula);
    if (this.moved === undefined) this.enlist(formula);
    else this.moved.only?.add(sheet.id);
  }

  remove(sheet: Sheet, row: number, column: number): void {
    const formula = sheet.formulas.get(row, column);
    if (formula === undefined) return;
    sheet.formulas.set(row, column, undefined);
    if (this.moved !== undefined) {
      this.moved.only?.add(sheet.id);
      return;
    }
    this.retract(formula);
    this.dependencies.remove(formula);
    for (const set of [this.dirty, this.always, this.spreading]) set.delete(formula);
    this.host.changed(formula.zone);
    this.isChanged = true;
    this.mark(formula.zone);
    for (const other of this.spreading) if (intersects(other.zone, formula.zone)) this.markFormula(other);
  }

  /** Must be called after writing to the area. */
  touch(area: Area): void {
    this.changedAt = this.host.now();
    if (this.moved !== undefined) {
      this.moved.only?.add(area.sheetId);
      return;
    }
    this.evaluation.forgetRanges((cached) => intersects(cached, area));
    for (const formula of this.spreading) if (intersects(formula.zone, area)) this.markFormula(formula);
    for (const formula of this.always) this.markFormula(formula);
    this.mark(area);
    if (this.dirty.size > 0) this.host.schedule();
  }

  /**
   * Must be called after cells move or names change. On the next read, the formulas that are on the sheet or refer to
   * it recompile, and they and their dependents recalculate; without a sheet, all formulas do.
   */
  rebuild(sheets: Iterable<Sheet>, changed?: Sheet): void {
    this.changedAt = this.host.now();
    const only = this.moved === undefined ? new Set<number>() : this.moved.only;
    if (changed) only?.add(changed.id);
    this.moved = { sheets, only: changed && only };
    this.host.schedule();
  }

  private settleMoved(): void {
    if (this.moved === undefined) return;
    const { sheets, only } = this.moved;
    this.moved = undefined;
    const moved = ({ sheetId }: { sheetId: number }) => only === undefined || only.has(sheetId);
    for (const set of [this.dirty, this.always, this.spreading]) {
      for (const formula of set) if (moved(formula)) set.delete(formula);
    }
    this.detached.clear();
    this.dependencies.clear();
    this.evaluation.forgetRanges(moved);
    const stale: Area[] = [];
    for (const sheet of sheets) {
      const isMoved = moved({ sheetId: sheet.id });
      if (isMoved) sheet.spills.clear();
      for (const [row, column, formula] of sheet.formulas.entries()) {
        if (!isMoved && formula.compiled && !formula.dependencies.some(moved)) {
          this.dependencies.add(formula);
          continue;
        }
        if (!isMoved) {
          this.retract(formula);
          this.spreading.delete(formula);
          stale.push(formula.zone);
        }
        Object.assign(formula, { sheetId: sheet.id, row, column });
        formula.zone = { sheetId: sheet.id, top: row, left: column, bottom: row, right: column };
        formula.blocked = false;
        delete formula.compiled;
        this.enlist(formula);
      }
    }
    for (const zone of stale) this.mark(zone);
    for (const formula of this.always) this.markFormula(formula);
  }

  /** Results of custom functions by call. */
  answers(): [call: string, answer: FunctionAnswer][] {
    return this.broker.known();
  }

  /** Preloads results. Formulas added later use them without a call. */
  takeAnswers(answers: readonly (readonly [call: string, answer: FunctionAnswer])[]): void {
    this.broker.remember(answers);
  }

  /** Calls every custom function again. */
  recalculate(sheets: Iterable<Sheet>): void {
    this.settleMoved();
    this.broker.forget();
    this.changedAt = this.host.now();
    for (const sheet of sheets) for (const [, , formula] of sheet.formulas.entries()) this.markFormula(formula);
    this.host.schedule();
  }

  /** Evaluates a formula that was written for the cell `told` as if it were in another cell. */
  evaluate(sheet: Sheet, text: string, told: Place, { row, column }: Place): EngineValue {
    this.flush();
    const [down, right] = [row - told.row, column - told.column];
    const key = `${sheet.id} ${row} ${column} ${down} ${right} ${text}`;
    let formula = this.detached.get(key);
    if (formula === undefined) {
      if (this.detached.size >= MOST_DETACHED) this.detached.clear();
      formula = formulaAt(sheet, row, column, shiftFormula(text, down, right));
      this.detached.set(key, formula);
    }
    const { result } = this.evaluation.run(formula);
    return result[0]![0]!;
  }

  /** Calculates all stale formulas, or one sheet's. */
  flush(sheetId?: number): void {
    if (sheetId === undefined) this.computeStale(() => true);
    else this.computeSheets([sheetId]);
  }

  /** Calculates the sheets that use custom functions, because these run after every change. */
  flushCustom(): void {
    this.settleMoved();
    const stale = this.staleCustom();
    if (stale.length > 0) this.computeSheets(stale.map(({ sheetId }) => sheetId));
  }

  private staleCustom(): FormulaCell[] {
    return [...this.dirty].filter(({ callsCustom }) => callsCustom);
  }

  /**
   * Calculates entire sheets and the sheets that their formulas read, because a result can spill anywhere on its sheet.
   */
  private computeSheets(sheetIds: readonly number[]): void {
    this.read.clear();
    for (const sheetId of sheetIds) this.read.add(sheetId);
    this.computeStale(({ sheetId }) => this.read.has(sheetId));
  }

  private computeStale(wanted: (formula: FormulaCell) => boolean): void {
    if (this.flushing) return;
    this.settleMoved();
    this.passTime();
    if (this.dirty.size === 0) return;
    this.flushing = true;
    this.turns.clear();
    try {
      if (this.isChanged) for (const formula of this.always) this.markFormula(formula);
      this.isChanged = false;
      for (;;) {
        const stack = [...this.dirty].filter(wanted).reverse();
        if (stack.length === 0) break;
        for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
          if (!this.dirty.has(next)) continue;
          try {
            this.compute(next);
          } catch (error) {
            if (!(error instanceof TooDeep)) throw error;
            stack.push(next, error.formula);
          }
        }
      }
    } finally {
      this.flushing = false;
    }
  }

  private passTime(): void {
    const every = this.host.recalculatedEvery();
    const latest = Math.floor(this.host.now() / every) * every;
    if (!(latest > this.changedAt)) return;
    this.changedAt = latest;
    for (const formula of this.always) this.markFormula(formula);
  }

  private isAlive(formula: FormulaCell): boolean {
    return this.host.sheet(formula.sheetId)?.formulas.get(formula.row, formula.column) === formula;
  }

  private enlist(formula: FormulaCell): void {
    formula.callsCustom = this.evaluation.callsCustom(formula);
    if (this.evaluation.isAlwaysComputed(formula)) this.always.add(formula);
    this.dirty.add(formula);
    this.isChanged = true;
  }

  private markFormula(formula: FormulaCell): void {
    if (this.dirty.has(formula)) return;
    this.dirty.add(formula);
    this.isChanged = true;
    this.mark(formula.zone);
  }

  /** Marks all direct and indirect dependents as stale before the calculation. */
  private mark(area: Area): void {
    const areas = [area];
    for (let next = areas.pop(); next !== undefined; next = areas.pop()) {
      this.dependencies.forEachReader(next, (formula) => {
        if (this.dirty.has(formula)) return;
        this.dirty.add(formula);
        this.isChanged = true;
        areas.push(formula.zone);
      });
    }
  }

  private compile(formula: FormulaCell): void {
    this.evaluation.compile(formula);
    this.dependencies.add(formula);
  }

  private compute(formula: FormulaCell): void {
    this.dirty.delete(formula);
    if (formula.compiled === undefined) this.compile(formula);
    const turn = (this.turns.get(formula) ?? 0) + 1;
    this.turns.set(formula, turn);
    if (turn > MOST_TURNS) {
      this.settle(formula, [[circular()]]);
      return;
    }
    this.computing.add(formula);
    try {
      const { frame, result } = this.evaluation.run(formula);
      formula.volatile = frame.volatile;
      formula.loading = frame.loading;
      // The last result is kept while loading, so dependents wait instead of reading blanks.
      if (!frame.loading) this.settle(formula, result);
      this.host.changed(formula.zone);
      this.evaluation.forgetRanges((cached) => intersects(cached, formula.zone));
    } catch (error) {
      this.dirty.add(formula);
      throw error;
    } finally {
      this.computing.delete(formula);
    }
  }

  /** Spills a result, or shows an error if a cell blocks it. */
  private settle(formula: FormulaCell, result: EngineValue[][]): void {
    const { zone: before, blocked: wasBlocked } = formula;
    const { row, column, sheetId } = formula;
    const rows = result[0]!.length;
    const zone = areaOf(sheetId, { row, column, rows, columns: result.length });
    this.retract(formula);
    formula.zone = zone;
    formula.result = result;
    if (rows > 1 || result.length > 1) {
      this.spreading.add(formula);
      const problem = this.expand(formula);
      formula.blocked = problem !== undefined;
      if (problem !== undefined) formula.result = [[{ value: '#SPILL!', message: problem }]];
    } else {
      formula.blocked = false;
      this.spreading.delete(formula);
    }
    if (zone.bottom !== before.bottom || zone.right !== before.right || formula.blocked !== wasBlocked) {
      for (const changed of [before, zone]) {
        this.host.changed(changed);
        this.evaluation.forgetRanges((cached) => intersects(cached, changed));
        this.mark(changed);
        for (const other of this.spreading) {
          if (other !== formula && intersects(other.zone, changed)) this.markFormula(other);
        }
      }
      if (!this.always.has(formula)) for (const other of this.always) this.markFormula(other);
      // The formula doesn't depend on cells that it fills itself.
      this.dirty.delete(formula);
    }
  }

  /** Returns the error message if a cell blocks the result. */
  private expand(formula: FormulaCell): string | undefined {
    const { top, left, bottom, right } = formula.zone;
    const sheet = this.host.sheet(formula.sheetId)!;
    if (!this.host.grow(sheet, bottom, right)) return 'Result was not automatically expanded, please insert more rows.';
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        if (row === top && column === left) continue;
        const taken =
          sheet.values.get(row, column) !== undefined ||
          sheet.formulas.get(row, column) !== undefined ||
          sheet.spills.get(row, column) !== undefined;
        if (taken) return overwrites(cellName(row, column));
      }
    }
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        if (row !== top || column !== left) sheet.spills.set(row, column, formula);
      }
    }
    return undefined;
  }

  private retract(formula: FormulaCell): void {
    const { top, left, bottom, right } = formula.zone;
    if (top === bottom && left === right) return;
    const sheet = this.host.sheet(formula.sheetId);
    if (sheet === undefined) return;
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        if (sheet.spills.get(row, column) === formula) sheet.spills.set(row, column, undefined);
      }
    }
  }

  private sheetRead(sheetId: number): Sheet | undefined {
    this.read.add(sheetId);
    return this.host.sheet(sheetId);
  }

  private readCell(sheetId: number, row: number, column: number, frame: Frame): EngineValue {
    const sheet = this.sheetRead(sheetId);
    if (sheet === undefined || row > sheet.rows || column > sheet.columns) return { value: '#REF' };
    let owner = sheet.formulas.get(row, column) ?? sheet.spills.get(row, column);
    if (owner && this.dirty.has(owner) && !this.computing.has(owner)) {
      if (this.computing.size > DEEPEST) throw this.evaluation.interrupt(new TooDeep(owner));
      this.compute(owner);
      owner = sheet.formulas.get(row, column) ?? sheet.spills.get(row, column);
    }
    if (owner === undefined) return literalAt(sheet, row, column);
    if (this.computing.has(owner)) return circular();
    frame.loading ||= owner.loading;
    frame.volatile ||= owner.volatile;
    const result = resultAt(owner, row, column);
    const own = engineFormat(sheet.style('numberFormats', row, column));
    return own === undefined ? result : { ...result, format: own };
  }
}

function formulaAt(sheet: Sheet, row: number, column: number, text: string): FormulaCell {
  return {
    sheetId: sheet.id,
    row,
    column,
    text,
    dependencies: [],
    loading: false,
    volatile: false,
    result: [[{ value: '' }]],
    zone: { sheetId: sheet.id, top: row, left: column, bottom: row, right: column },
    blocked: false,
    callsCustom: false,
  };
}
