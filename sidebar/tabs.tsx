/** Tabs by the WAI-ARIA pattern: one stop of the Tab key, arrow keys within. */
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: ComponentChildren;
}

interface Props {
  readonly tabs: readonly Tab[];
  readonly open: string;
  onOpen(id: string): void;
}

export function Tabs({ tabs, open, onOpen }: Props) {
  const list = useRef<HTMLDivElement>(null);
  function move(event: TargetedKeyboardEvent<HTMLDivElement>) {
    const from = tabs.findIndex(({ id }) => id === open);
    const last = tabs.length - 1;
    const to = new Map([
      ['ArrowRight', from === last ? 0 : from + 1],
      ['ArrowLeft', from === 0 ? last : from - 1],
      ['Home', 0],
      ['End', last],
    ]).get(event.key);
    if (to === undefined) return;
    event.preventDefault();
    onOpen(tabs[to]!.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Parts of the sidebar" ref={list} onKeyDown={move}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-controls={`panel-${id}`}
            aria-selected={id === open}
            tabIndex={id === open ? 0 : -1}
            onClick={() => onOpen(id)}
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }) => (
        <div
          key={id}
          class="panel"
          role="tabpanel"
          id={`panel-${id}`}
          aria-labelledby={`tab-${id}`}
          hidden={id !== open}
        >
          {panel}
        </div>
      ))}
    </>
  );
}
