import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

interface Props {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly children: ComponentChildren;
  onYes(): void;
  onNo(): void;
}

export function Confirm({ title, yes, no, danger, busy = false, children, onYes, onNo }: Props) {
  const id = useId();
  const safe = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    safe.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, this is a question
    <div class="confirm" role="group" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <strong id={id}>{title}</strong>
      <div id={`${id}-text`}>{children}</div>
      <div class="buttons">
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onYes}>
          {yes}
        </Button>
        <Button focus={safe} onClick={onNo}>
          {no}
        </Button>
      </div>
    </div>
  );
}
