/** A button. Use `primary` for the next step and `quiet` in rows and sentences. */
import type { ComponentChildren, Ref } from 'preact';

interface Props {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Pressing Enter in a form field clicks this button. */
  readonly submits?: boolean;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Label for screen readers. Start it with the visible text. */
  readonly label?: string | undefined;
  readonly focus?: Ref<HTMLButtonElement>;
  readonly children: ComponentChildren;
  onClick(): void;
}

export function Button({ kind = 'plain', submits, busy, disabled, label, focus = null, children, onClick }: Props) {
  return (
    <button
      type={submits ? 'submit' : 'button'}
      class={`button ${kind}`}
      aria-label={label}
      aria-disabled={busy || disabled ? true : undefined}
      aria-busy={busy}
      ref={focus}
      // Sandboxed frames can block form submission, so use click instead.
      onClick={(event) => {
        event.preventDefault();
        if (!busy && !disabled) onClick();
      }}
    >
      {busy && <span class="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}
