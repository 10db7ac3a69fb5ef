/** Tabs that follow the WAI-ARIA pattern: one Tab stop, with arrow keys to move between tabs. */
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusWhenLost } from './parts/focus-when-lost.ts';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly panel: ComponentChildren;
}

interface Props<Id extends string> {
  readonly tabs: readonly Tab<Id>[];
  readonly open: Id;
  onOpen(id: Id): void;
}

export function Tabs<Id extends string>({ tabs, open, onOpen }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // All panels share the window's scroll position.
    scrollTo(0, 0);
    // A button that opens another panel disappears with its own panel and loses focus.
    focusWhenLost(list.current?.querySelector<HTMLElement>(`#tab-${open}`));
  }, [open]);
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
      <div class="tabs" role="tablist" aria-label="Sidebar sections" ref={list} onKeyDown={move}>
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
