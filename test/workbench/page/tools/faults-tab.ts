import type { WireFault, WireMarket, WireTools } from '../../wire-tools.ts';
import { element, timeIn } from './elements.ts';
import type { Tab } from './tabs.ts';
import { toolsServer } from './tools-server.ts';

type Act = (work: () => Promise<WireTools | undefined>) => Promise<void>;

export function faultsTab(act: Act): Tab {
  const arm = (fault: WireFault) => void act(() => toolsServer.arm(fault));
  const market = marketForm((scenario, fault) => void act(() => toolsServer.market(scenario, fault)));
  const armed = element('ul', { className: 'armed' });
  const happened = element('ul', { className: 'happened' });
  const none = element('button', { type: 'button', className: 'none', textContent: 'Clear all faults' });
  none.onclick = () => void act(() => toolsServer.noFaults());
  const content = element(
    'div',
    { className: 'faults' },
    element(
      'div',
      {},
      element('h2', { textContent: 'Arm a fault' }),
      counted('End an execution at service call', 'Arm', (count) => arm({ kind: 'serviceCall', count })),
      counted('End an execution at fetch', 'Arm', (count) => arm({ kind: 'fetch', count })),
      counted('Time out at spreadsheet call', 'Arm', (count) => arm({ kind: 'spreadsheetCall', count })),
      counted('Fail lock attempt', 'Arm', (count) => arm({ kind: 'lock', count })),
    ),
    element(
      'div',
      {},
      element('h2', { textContent: 'Until cleared' }),
      chosen('Hold the lock of the', { document: 'document', script: 'script' }, 'Hold', (lock) =>
        arm({ kind: 'holdLock', lock: lock as 'document' }),
      ),
      chosen('Use up the daily quota of', quotas, 'Use up', (quota) =>
        arm({ kind: 'quota', quota: quota as 'urlfetch' }),
      ),
      market.form,
      element('h2', { textContent: 'Now' }),
      single('Empty the cache', () => arm({ kind: 'evictCache' })),
    ),
    element('div', {}, element('h2', {}, 'Armed ', none), armed, element('h2', { textContent: 'Effects' }), happened),
  );
  return {
    name: 'Faults',
    content,
    show(tools, zone) {
      list(armed, [...tools.armed, ...marketWords(tools.market)], 'No fault is armed.');
      const told = tools.happened.map(({ at, text }) => `${timeIn(zone, at)} ${text}`);
      list(happened, told, 'No effects yet.');
      market.show(tools.market);
    },
  };
}

const quotas = {
  urlfetch: 'fetches',
  properties: 'property calls',
  triggers: 'trigger time',
  email: 'emails',
};

function list(into: HTMLElement, items: readonly string[], none: string): void {
  const texts = items.length > 0 ? items : [none];
  if (JSON.stringify([...into.children].map(({ textContent }) => textContent)) === JSON.stringify(texts)) return;
  into.replaceChildren(...texts.map((textContent) => element('li', { textContent })));
}

function marketWords({ scenario, fault }: WireMarket): string[] {
  const words = [scenario === 'calm' ? '' : `the scenario ${scenario}`, fault && `the fault ${fault}`];
  const told = words.filter(Boolean).join(' and ');
  return told ? [`The marketplace is running with ${told}`] : [];
}

function counted(label: string, does: string, arm: (count: number) => void): HTMLFormElement {
  const input = element('input', { type: 'number', min: '1', max: '100000', value: '1', required: true });
  return form(label, [input], does, () => arm(input.valueAsNumber));
}

function chosen(
  label: string,
  options: Record<string, string>,
  does: string,
  arm: (value: string) => void,
): HTMLFormElement {
  const select = selectOf(options);
  return form(label, [select], does, () => arm(select.value));
}

function single(textContent: string, arm: () => void): HTMLElement {
  const button = element('button', { type: 'button', textContent });
  button.onclick = arm;
  return button;
}

function selectOf(options: Record<string, string>): HTMLSelectElement {
  const choices = Object.entries(options).map(([value, textContent]) => element('option', { value, textContent }));
  return element('select', {}, ...choices);
}

/** `label` labels the first field. The others have their own labels. */
function form(label: string, fields: HTMLElement[], does: string, submit: () => void): HTMLFormElement {
  const button = element('button', { type: 'submit', textContent: does, ariaLabel: `${does}: ${label}` });
  const [first, ...others] = fields;
  const made = element('form', {}, element('label', {}, `${label} `, first!), ...others, button);
  made.onsubmit = (event) => {
    event.preventDefault();
    submit();
  };
  return made;
}

function marketForm(change: (scenario: string, fault: string) => void) {
  const scenario = element('select');
  const fault = element('select', { ariaLabel: 'Marketplace fault' });
  const made = form('Marketplace', [scenario, fault], 'Restart', () => change(scenario.value, fault.value));
  made.className = 'market';
  let shown = '';
  return {
    form: made,
    show(market: WireMarket) {
      // Keep the user's selection unless the marketplace changed.
      const text = JSON.stringify(market);
      if (text === shown) return;
      shown = text;
      const option = (value: string) => element('option', { value, textContent: value || 'no fault' });
      scenario.replaceChildren(...market.scenarios.map(option));
      fault.replaceChildren(...['', ...market.faults].map(option));
      scenario.value = market.scenario;
      fault.value = market.fault;
    },
  };
}
