/** What becomes of the state of a finding: people explain or close it, runs end it and open it again. */

export const OPEN = 'open';
export const EXPLAINED = 'explained';
export const CLOSED = 'closed';
export const ENDED = 'ended';

/** What the sheet says of a finding. Amounts in cents. */
export interface KnownState {
  /** As it stands in the cell. */
  readonly state: string;
  readonly atRisk: number | undefined;
  /** What it was worth when it was explained; undefined where that is not known yet. */
  readonly explainedAt: number | undefined;
}

export interface NextState {
  readonly state: string;
  readonly explainedAt: number | undefined;
}

/** Money that grew by so much is another matter than what was explained. */
const GROWN = 1.25;

/** Of one that is found, with what it is worth now in cents. What a person typed stays as they typed it. */
export function stateOfFound(known: KnownState | undefined, atRisk: number | undefined): NextState {
  const open = { state: OPEN, explainedAt: undefined };
  if (!known) return open;
  const typed = wordOf(known.state);
  if (typed === CLOSED) return { state: known.state, explainedAt: undefined };
  if (typed !== EXPLAINED) return open;
  const explainedAt = known.explainedAt ?? known.atRisk;
  const hasGrown =
    explainedAt !== undefined && atRisk !== undefined && atRisk > explainedAt && atRisk >= GROWN * explainedAt;
  return hasGrown ? open : { state: known.state, explainedAt };
}

export function isOpen(state: string): boolean {
  return wordOf(state) === OPEN;
}

export function isEnded(state: string): boolean {
  return wordOf(state) === ENDED;
}

function wordOf(state: string): string {
  return state.trim().toLowerCase();
}
