import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Input } from '../parts/input.tsx';

interface Props {
  readonly days: number;
  readonly busy: boolean;
  onSave(days: number): void;
}

export function RetentionForm({ days, busy, onSave }: Props) {
  const [typed, setTyped] = useState(String(days));
  useEffect(() => setTyped(String(days)), [days]);
  return (
    <form class="beside" noValidate>
      <Input label="Days to keep buyer data" type="number" value={typed} onChange={setTyped} />
      <Button
        submits
        label="Save the number of days"
        busy={busy}
        disabled={typed.trim() === String(days)}
        onClick={() => onSave(Number(typed))}
      >
        Save
      </Button>
    </form>
  );
}
