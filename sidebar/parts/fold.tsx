/** Fields that few need, folded away until somebody opens them or one of them is refused. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface Props {
  readonly title: string;
  /** How many of its fields are filled in. */
  readonly filled: number;
  /** One of its fields is refused: it has to be seen. */
  readonly refused: boolean;
  readonly children: ComponentChildren;
}

export function Fold({ title, filled, refused, children }: Props) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (refused) setOpen(true);
  }, [refused]);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title}
        {filled > 0 && ` (${filled} set)`}
      </summary>
      {open && children}
    </details>
  );
}
