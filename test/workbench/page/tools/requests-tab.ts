import type { WireRequest } from '../../wire-tools.ts';
import { duration, element, timeIn } from './elements.ts';
import { Rows } from './rows.ts';
import type { Tab } from './tabs.ts';

const columns = ['Sent', 'Method', 'Address', 'Status', 'Duration', 'By'];

export function requestsTab(): Tab {
  const rows = new Rows<WireRequest>('Requests', columns, ({ number }) => number, cellsOf);
  return { name: 'Requests', content: rows.table, show: ({ requests }, zone) => rows.show(requests, zone) };
}

function cellsOf({ at, method, origin, path, status, ms, failure, name, user }: WireRequest, zone: string) {
  const isBad = failure !== '' || (status !== null && status >= 400);
  const told = failure || (status === null ? 'in progress' : String(status));
  return [
    timeIn(zone, at),
    method,
    element('span', { className: 'path', textContent: path, title: `${origin}${path}` }),
    element('span', { className: isBad ? 'failed' : '', textContent: told }),
    ms === null ? '' : duration(ms),
    `${name}, ${user}`,
  ];
}
