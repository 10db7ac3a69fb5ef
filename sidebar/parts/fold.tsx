/** A collapsible section for rarely used fields. Opens if the server rejects one of them. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface Props {
  readonly title: string;
  /** Number of fields that are filled in. */
  readonly filled?: number;
  readonly refused?: boolean;
  readonly children: ComponentChildren;
}

export function Fold({ title, filled = 0, refused = false, children }: Props) {
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
