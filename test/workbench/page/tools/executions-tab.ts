import type { WireExecution } from '../../wire-tools.ts';
import { duration, element, timeIn } from './elements.ts';
import { Rows } from './rows.ts';
import type { Tab } from './tabs.ts';

const columns = ['Start', 'Kind', 'Function', 'User', 'Duration', 'Calls', 'Outcome'];

export function executionsTab(): Tab {
  const rows = new Rows<WireExecution>('Executions', columns, ({ number }) => number, cellsOf);
  return {
    name: 'Executions',
    content: rows.table,
    show: ({ executions }, zone) => rows.show(executions, zone),
  };
}

function cellsOf(execution: WireExecution, zone: string): (Node | string)[] {
  const { kind, name, user, started, ms, calls, fetches } = execution;
  return [
    timeIn(zone, started),
    kind,
    name,
    user,
    ms === null ? '' : duration(ms),
    fetches > 0 ? `${calls}, ${fetches} fetched` : String(calls),
    outcomeOf(execution),
  ];
}

function outcomeOf({ ms, ok, outcome, lines, linesLeftOut }: WireExecution): Node {
  const words = ms === null ? 'running' : ok ? outcome || 'done' : outcome || 'failed';
  const text = element('span', {
    className: ms === null ? 'running' : ok ? '' : 'failed',
    textContent: words,
  });
  if (lines.length === 0) return text;
  const left = linesLeftOut > 0 ? [element('li', { textContent: `${linesLeftOut} earlier lines omitted` })] : [];
  const all = lines.map(({ severity, text: line }) => element('li', { textContent: `${severity} ${line}` }));
  const summary = element('summary', {}, text, ` · ${lines.length} log ${lines.length === 1 ? 'line' : 'lines'}`);
  return element('details', {}, summary, element('ul', { className: 'lines' }, ...left, ...all));
}
