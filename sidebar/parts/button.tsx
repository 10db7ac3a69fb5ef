/** A button: primary for the next step, plain for others, quiet in rows and sentences. */
import type { ComponentChildren, Ref } from 'preact';

interface Props {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Enter in a form field presses this button. */
  readonly submits?: boolean;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Label for screen readers; begins with the visible words. */
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
      // Uses click, not submit: a sandboxed frame may block form submission.
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
