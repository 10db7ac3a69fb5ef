import { useState } from 'preact/hooks';
import type { WarehouseView } from '../../src/app/export-actions.ts';
import { Button } from '../parts/button.tsx';
import { Input } from '../parts/input.tsx';
import { Problem } from '../parts/notice.tsx';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';

interface Props {
  readonly holdings: WarehouseView['holdings'];
  onSaved(view: WarehouseView): void;
}

/** Suggested locations. Users can type others. */
const PLACES = [
  ['US', 'United States'],
  ['EU', 'European Union'],
] as const;

export function PlaceForm({ holdings, onSaved }: Props) {
  const [project, setProject] = useState(holdings?.project ?? '');
  const [location, setLocation] = useState(holdings?.location ?? 'US');
  const saving = useTask();
  async function save() {
    const view = await saving.run(() => server.saveWarehouse({ project, location }));
    if (view) onSaved(view);
  }
  return (
    <form class="stack" noValidate>
      <Input
        label="Google Cloud project ID"
        hint="Copy it from the Google Cloud console. The free BigQuery sandbox is enough."
        placeholder="my-shop-123456"
        required
        value={project}
        onChange={setProject}
      />
      <Input
        label="Location"
        hint="You cannot change it later."
        proposals={PLACES}
        value={location}
        onChange={setLocation}
      />
      <Button submits busy={saving.busy} disabled={project.trim() === ''} onClick={save}>
        Save
      </Button>
      <Problem failure={saving.failure} />
    </form>
  );
}
