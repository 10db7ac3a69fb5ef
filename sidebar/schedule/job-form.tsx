/** Adds a job. Has the same fields as a row on the Jobs sheet. */
import { useState } from 'preact/hooks';
import type { OperationForm } from '../../src/build/form-data.ts';
import { forms } from '../build-constants.ts';
import { Button } from '../parts/button.tsx';
import { Input } from '../parts/input.tsx';
import { Problem } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { server } from '../transport.ts';
import { type ActionListener, useAction } from './action.ts';
import { cadencesOf } from './cadences.ts';

export function JobForm({ listener }: { readonly listener: ActionListener }) {
  const [dataset, setDataset] = useState(forms[0]!.operation);
  const [filter, setFilter] = useState('');
  const [cadence, setCadence] = useState('');
  const { busy, failure, run } = useAction(listener);
  const form = forms.find(({ operation }) => operation === dataset)!;
  const refused = failure?.message ?? '';
  async function add() {
    const isAdded = await run('add', () => server.addJob({ dataset, filter, every: cadence }), `${form.title} added.`);
    if (!isAdded) return;
    setFilter('');
    setCadence('');
  }
  return (
    <form class="stack" noValidate>
      <Select
        label="Dataset"
        hint={form.summary}
        options={forms.map(({ operation, title }) => [operation, title] as const)}
        value={dataset}
        onChange={setDataset}
      />
      <Input
        label="Every"
        required
        placeholder="Choose or type"
        hint="For example: 15 minutes, 2 hours, hourly, or daily."
        proposals={cadencesOf(form.job)}
        invalid={refused.startsWith('Every')}
        value={cadence}
        onChange={setCadence}
      />
      <Input
        label="Filter"
        placeholder="All"
        hint={`For example: ${exampleOf(form)}. Separate filters with semicolons. Available: ${form.job.conditions.join(', ')}.${form.job.help ? ` ${form.job.help}` : ''}`}
        invalid={refused.startsWith('Filter')}
        value={filter}
        onChange={setFilter}
      />
      <Problem failure={failure} />
      <div class="buttons">
        <Button submits busy={busy !== undefined} onClick={add}>
          Add the job
        </Button>
      </div>
    </form>
  );
}

function exampleOf({ fields, job }: OperationForm): string {
  const field = fields.find(({ name, choices }) => choices && job.conditions.includes(name));
  return field ? `${field.name} = ${Object.values(field.choices!)[0]}` : 'connection = My shop';
}
