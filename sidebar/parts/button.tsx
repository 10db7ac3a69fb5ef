/** A button: primary for the one next step, plain for others, quiet inside rows and sentences. */
import type { ComponentChildren, Ref } from 'preact';

interface Props {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** The button that the Enter key in a field of the form presses. */
  readonly submits?: boolean;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** What a screen reader says where the visible words are not enough; begins with those words. */
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
      // The click is taken, not the form's submit event: a sandboxed frame may forbid forms to submit.
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
