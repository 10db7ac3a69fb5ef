import type { WireQuota, WireTools } from '../../wire-tools.ts';
import { element } from './elements.ts';
import type { Tab } from './tabs.ts';

export function quotasTab(): Tab {
  const content = element('div');
  let shown = '';
  return {
    name: 'Quotas',
    content,
    show({ quotas }: WireTools) {
      const text = JSON.stringify(quotas);
      if (text === shown) return;
      shown = text;
      const hint = 'Each quota resets 24 hours after its first use.';
      content.replaceChildren(tableOf(quotas), element('p', { className: 'hint', textContent: hint }));
    },
  };
}

function tableOf(quotas: readonly WireQuota[]): HTMLTableElement {
  const names = [...new Set(quotas.map(({ quota }) => quota))];
  const users = [...new Set(quotas.map(({ user }) => user))];
  const head = ['User', ...names].map((name) => element('th', { scope: 'col', textContent: name }));
  const body = users.map((user) => {
    const own = names.map((name) => quotas.find((each) => each.user === user && each.quota === name));
    const cells = own.map((quota) => element('td', {}, ...(quota ? spent(quota) : [])));
    return element('tr', {}, element('th', { scope: 'row', textContent: user }), ...cells);
  });
  const caption = element('caption', { className: 'visually-hidden', textContent: 'Daily quotas by user' });
  return element('table', {}, caption, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body));
}

function spent({ used, limit, unit }: WireQuota): (Node | string)[] {
  const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
  const bar = element('span', { className: used >= limit ? 'spent all' : 'spent' });
  bar.style.setProperty('--part', String(Math.min(1, used / limit)));
  bar.ariaHidden = 'true';
  return [`${number(used)} of ${number(limit)} ${unit}`, bar];
}
