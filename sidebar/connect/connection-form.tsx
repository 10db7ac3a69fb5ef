/** The form that adds or changes one connection. */
import { useState } from 'preact/hooks';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import { Button } from '../parts/button.tsx';
import { Heading } from '../parts/heading.tsx';
import { Input } from '../parts/input.tsx';
import { Problem } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { ALL_STOREFRONTS } from '../storefronts.ts';
import { useTask } from '../task.ts';
import { server } from '../transport.ts';
import { SettingFields, type SettingValues } from './setting-fields.tsx';
import { StorefrontBoxes } from './storefront-boxes.tsx';

interface Props {
  /** The connection to change; nothing to add one. */
  readonly before: ConnectionSummary | undefined;
  readonly names: readonly string[];
  onSaved(connection: ConnectionSummary): Promise<void>;
  onClose(): void;
}

const BLANK = {
  name: '',
  baseUrl: '',
  sellerId: '',
  format: 'json',
  version: '',
  storefronts: ALL_STOREFRONTS,
};
const FORMATS = [
  ['json', 'JSON'],
  ['xml', 'XML'],
] as const;

export function ConnectionForm({ before, names, onSaved, onClose }: Props) {
  const [fields, setFields] = useState(() => ({ ...(before ?? BLANK), apiKey: '', secretKey: '' }));
  const [settings, setSettings] = useState(() => typedSettings(before));
  const saving = useTask();
  const isElsewhere =
    before !== undefined &&
    (addressOf(fields.baseUrl) !== before.baseUrl || fields.sellerId.trim() !== before.sellerId);
  function bind(name: Exclude<keyof typeof fields, 'storefronts'>) {
    return { value: fields[name], onChange: (value: string) => setFields({ ...fields, [name]: value }) };
  }
  async function save() {
    const name = fields.name.trim();
    const taken = name !== before?.name && names.includes(name);
    if (taken)
      return saving.fail({
        code: 'SIDEBAR',
        message: `There is a connection "${name}" already.`,
      });
    if (fields.storefronts.length === 0)
      return saving.fail({ code: 'SIDEBAR', message: 'Choose at least one storefront.' });
    const connection = await saving.run(() =>
      server.saveConnection({ ...fields, settings, ...(before ? { before: before.name } : {}) }),
    );
    if (connection) await onSaved(connection);
  }
  return (
    <form noValidate>
      <Heading>{before ? `Change "${before.name}"` : 'Connect your shop'}</Heading>
      <Problem failure={saving.failure} />
      <Input label="Name" hint="To tell several shops apart. Blank: My shop." {...bind('name')} />
      <Input
        label="Base address"
        required
        placeholder="https://api.example.com"
        hint="Where the marketplace answers; see its seller portal."
        {...bind('baseUrl')}
      />
      <Input label="Seller ID" required {...bind('sellerId')} />
      <Key label="API key" stored={before?.apiKey} isElsewhere={isElsewhere} {...bind('apiKey')} />
      <Key label="Secret key" stored={before?.secretKey} isElsewhere={isElsewhere} {...bind('secretKey')} />
      <StorefrontBoxes
        chosen={fields.storefronts}
        onChange={(storefronts) => setFields({ ...fields, storefronts })}
      />
      <details>
        <summary>More options</summary>
        <Select label="Format" hint="Both give the same tables." options={FORMATS} {...bind('format')} />
        <Input
          label="Order version"
          type="number"
          placeholder="314"
          hint="Newer versions of orders have more fields. Blank: 314."
          {...bind('version')}
        />
      </details>
      <SettingFields values={settings} refusal={saving.failure?.message ?? ''} onChange={setSettings} />
      <div class="buttons sticky">
        <Button kind="primary" submits busy={saving.busy} onClick={save}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

/** The settings of a connection as its fields show them. */
function typedSettings(connection: ConnectionSummary | undefined): SettingValues {
  return Object.fromEntries(
    Object.entries(connection?.settings ?? {}).map(([name, value]) => [name, String(value)]),
  );
}

/** A base address as it is stored. */
function addressOf(typed: string): string {
  return typed.trim().replace(/\/+$/, '');
}

interface KeyProps {
  readonly label: string;
  /** The hint of the key that is stored. */
  readonly stored: string | undefined;
  /** Address or seller are no longer those that the key was stored for. */
  readonly isElsewhere: boolean;
  readonly value: string;
  onChange(value: string): void;
}

/** A key is never filled in: what is stored stays when the field is left blank, with its address and seller. */
function Key({ stored, isElsewhere, ...input }: KeyProps) {
  const hint = isElsewhere
    ? 'Type it again: a stored key does not go along to another address or seller.'
    : `Blank keeps the stored key (${stored}).`;
  return (
    <Input type="password" required={!stored || isElsewhere} hint={stored ? hint : undefined} {...input} />
  );
}
