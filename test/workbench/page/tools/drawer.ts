/** The developer tools: a drawer with the clock and four tabs. */
import type { WireClock, WireTools } from '../../wire-tools.ts';
import { answered } from '../server.ts';
import { toast } from '../toast.ts';
import { type ClockBar, clockBar, clockWords, type HeardClock } from './clock-bar.ts';
import { element } from './elements.ts';
import { executionsTab } from './executions-tab.ts';
import { faultsTab } from './faults-tab.ts';
import { quotasTab } from './quotas-tab.ts';
import { requestsTab } from './requests-tab.ts';
import { type Tab, tabsOf } from './tabs.ts';
import { toolsServer } from './tools-server.ts';

const EVERY = 500;

export interface Tools {
  show(clock: WireClock, armed: number): void;
}

export function offerTools(): Tools {
  const button = document.getElementById('tools-button') as HTMLButtonElement;
  const drawer = document.getElementById('tools')!;
  const said = element('p', { className: 'said', role: 'status' });
  let known: WireTools | undefined;
  let last: HeardClock | undefined;
  let armed = 0;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let bar: ClockBar | undefined;
  let tabs: Tab[] = [];

  const say = (sentence: string) => {
    said.textContent = sentence;
  };
  const mark = () => {
    const words = [
      ...(last && last.clock.ahead > 60_000 ? [`clock ${clockWords(last.clock.ahead)} ahead`] : []),
      ...(armed > 0 ? [`${armed} armed`] : []),
    ].join(', ');
    button.lastElementChild!.textContent = words;
    button.ariaLabel = words ? `Developer tools: ${words}` : 'Developer tools';
  };
  const take = (tools: WireTools | null) => {
    if (!tools) return;
    known = tools;
    for (const tab of tabs) tab.show(tools, last?.clock.zone ?? 'UTC');
  };
  const ask = async () => {
    clearTimeout(asking);
    await answered<WireTools | null>('/api/tools', undefined, { known: String(known?.version ?? '') })
      .then(take)
      .catch(() => {});
    if (!drawer.hidden) asking = setTimeout(() => void ask(), EVERY);
  };
  /** Runs a button's action and shows its result or error. */
  const act = async (work: () => Promise<WireTools | undefined>) => {
    try {
      take((await work()) ?? null);
    } catch (error) {
      say((error as Error).message);
    }
    void ask();
  };
  const close = () => {
    drawer.hidden = true;
    button.ariaExpanded = 'false';
    clearTimeout(asking);
    button.focus();
  };
  const build = () => {
    tabs = [executionsTab(), quotasTab(), faultsTab(act), requestsTab()];
    const { list, panels } = tabsOf(tabs);
    bar = clockBar(toolsServer, say, act);
    const cross = element('button', { className: 'round', type: 'button', textContent: '×' });
    cross.ariaLabel = 'Close developer tools';
    cross.onclick = close;
    drawer.append(element('div', { className: 'bar' }, list, bar.element, cross), said, ...panels);
    drawer.addEventListener('keydown', (event) => {
      // Don't let the grid handle the key.
      event.stopPropagation();
      if (event.key === 'Escape') close();
    });
    if (last) bar.show(last);
  };
  button.onclick = () => {
    if (!drawer.hidden) return close();
    if (!bar) build();
    drawer.hidden = false;
    button.ariaExpanded = 'true';
    drawer.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
    void ask().catch((error: Error) => toast(error.message));
  };
  return {
    show(clock, count) {
      last = { clock, heard: performance.now() };
      armed = count;
      bar?.show(last);
      mark();
    },
  };
}
