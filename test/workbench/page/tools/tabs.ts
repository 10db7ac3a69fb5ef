/** Accessible tabs: the Tab key reaches the active one, and the arrow keys reach the others. */
import type { WireTools } from '../../wire-tools.ts';
import { element } from './elements.ts';

export interface Tab {
  name: string;
  content: HTMLElement;
  show(tools: WireTools, zone: string): void;
}

export function tabsOf(tabs: readonly Tab[]): { list: HTMLElement; panels: HTMLElement[] } {
  const list = element('div', { className: 'tabs', role: 'tablist', ariaLabel: 'Developer tools' });
  const panels = tabs.map(({ name, content }) => {
    const panel = element('div', { className: 'panel', id: `panel-${name}`, role: 'tabpanel', tabIndex: 0 }, content);
    panel.setAttribute('aria-labelledby', `tab-${name}`);
    return panel;
  });
  const buttons = tabs.map(({ name }) => {
    const button = element('button', { id: `tab-${name}`, type: 'button', role: 'tab', textContent: name });
    button.setAttribute('aria-controls', `panel-${name}`);
    return button;
  });
  const select = (index: number) => {
    buttons.forEach((button, each) => {
      button.ariaSelected = String(each === index);
      button.tabIndex = each === index ? 0 : -1;
      panels[each]!.hidden = each !== index;
    });
  };
  buttons.forEach((button, index) => {
    button.onclick = () => select(index);
    button.onkeydown = ({ key }) => {
      const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
      const step = steps[key];
      if (step === undefined) return;
      const next = (index + step + buttons.length) % buttons.length;
      select(next);
      buttons[next]!.focus();
    };
  });
  select(0);
  list.append(...buttons);
  return { list, panels };
}
