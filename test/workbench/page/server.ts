import type { DialogAnswer } from '../../host/execution/dialog.ts';
import type {
  Edit,
  FormulaHelp,
  Outcome,
  ServerMessage,
  WireMenu,
  WirePerson,
  WireSelection,
  WireShown,
} from '../wire.ts';

/** Defaults to the owner. */
const asked = new URLSearchParams(location.search).get('as');
export const asUser = asked ? `?${new URLSearchParams({ as: asked })}` : '';

function addressOf(path: string, further: Record<string, string>): string {
  const query = new URLSearchParams({ ...(asked ? { as: asked } : {}), ...further }).toString();
  return query ? `${path}?${query}` : path;
}

export async function answered<T>(path: string, body?: unknown, further: Record<string, string> = {}): Promise<T> {
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(addressOf(path, further), body === undefined ? {} : post);
  const value = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Error(value.message ?? `The workbench returned status ${response.status}.`);
  return value;
}

export interface Place {
  sheet: number;
  selected: WireSelection;
}

/** Sheet and selection after a script run. */
export interface Led {
  sheet: number;
  /** Set if the script changed the selection. */
  selected?: WireSelection;
}

export const server = {
  people: () => answered<{ you: WirePerson; all: WirePerson[] }>('/api/people'),
  menu: () => answered<WireMenu[]>('/api/menu'),
  formulas: () => answered<FormulaHelp[]>('/api/formulas'),
  edit: (edits: readonly Edit[]) => answered<null>('/api/edit', edits),
  undo: () => answered<null>('/api/undo', {}),
  redo: () => answered<null>('/api/redo', {}),
  answerDialog: (id: number, answer: DialogAnswer) => answered<null>('/api/dialog', { id, ...answer }),
  run: (name: string, args: unknown[], place: Place) => answered<Outcome & Led>('/api/run', { name, args, ...place }),
  runMenuItem: (handler: string, place: Place) =>
    answered<Outcome & Led & { shown: WireShown[] }>('/api/menu', { handler, ...place }),
};

/** The server resends everything after a lost connection. */
export function hear(hearer: { message(message: ServerMessage): void; connected(is: boolean): void }): void {
  const source = new EventSource(`/api/changes${asUser}`);
  source.onopen = () => hearer.connected(true);
  source.onerror = () => hearer.connected(false);
  source.onmessage = ({ data }) => hearer.message(JSON.parse(data as string) as ServerMessage);
}
