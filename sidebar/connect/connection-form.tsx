/** Adds or edits a connection, then tests it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Trial } from '../../src/account/connections.ts';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import { useAnnounce } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Heading } from '../parts/heading.tsx';
import { Input } from '../parts/input.tsx';
import { Problem } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { ALL_STOREFRONTS } from '../storefronts.ts';
import { useTask } from '../task.ts';
import { type Failure, failureOf, server } from '../transport.ts';
import { type ConnectionField, pointedAt } from './pointed-at.ts';
import { SettingFields, type SettingValues } from './setting-fields.tsx';
import { StorefrontBoxes } from './storefront-boxes.tsx';

interface Props {
  /** The connection to edit, or undefined to add one. */
  readonly before: ConnectionSummary | undefined;
  /** Called after saving, before the test ends. */
  onSaved(): Promise<void>;
  /** `isOpen`: false if the user closed the form during the test, and may have opened another. */
  onWorks(trial: Trial, isOpen: boolean): void;
  /** Called if the test fails after the user closed the form. */
  onFails(name: string, failure: Failure): void;
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

export function ConnectionForm({ before, onSaved, onWorks, onFails, onClose }: Props) {
  const [fields, setFields] = useState(() => ({ ...(before ?? BLANK), apiKey: '', secretKey: '' }));
  const [settings, setSettings] = useState(() => typedSettings(before));
  const [stored, setStored] = useState(before);
  const [isWhole, setWhole] = useState(true);
  const [isTried, setTried] = useState(false);
  const saving = useTask();
  const trying = useTask();
  const announce = useAnnounce();
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const pointed = !isWhole && trying.failure ? pointedAt(trying.failure) : undefined;
  const isElsewhere =
    stored !== undefined &&
    (addressOf(fields.baseUrl) !== stored.baseUrl || fields.sellerId.trim() !== stored.sellerId);
  function bind(name: Exclude<keyof typeof fields, 'storefronts'>) {
    return { value: fields[name], onChange: (value: string) => setFields({ ...fields, [name]: value }) };
  }
  function bindRequired(name: 'baseUrl' | 'sellerId' | 'apiKey' | 'secretKey') {
    return { ...bind(name), required: true, invalid: isTried && fields[name].trim() === '' };
  }
  const shows = (field: ConnectionField) => !pointed || pointed.fields.includes(field);
  async function save() {
    trying.clear();
    setWhole(true);
    setTried(true);
    if (fields.storefronts.length === 0)
      return saving.fail({ code: 'SIDEBAR', message: 'Choose at least one storefront.' });
    const connection = await saving.run(() =>
      server.saveConnection({ ...fields, settings, before: stored?.name ?? null }),
    );
    if (!connection) return;
    // Clear the key fields. Leaving them blank keeps the saved keys.
    setStored(connection);
    setFields({ ...fields, name: connection.name, apiKey: '', secretKey: '' });
    // After a failed test, show only the fields it points to.
    setWhole(false);
    let failure: Failure | undefined;
    const test = () =>
      server.testConnection(connection.name).catch((error) => {
        failure = failureOf(error);
        throw error;
      });
    const [trial] = await Promise.all([
      trying.run(test),
      // Update the list behind the form.
      onSaved(),
    ]);
    if (trial) return onWorks(trial, isOpen.current);
    if (failure && !isOpen.current) onFails(connection.name, failure);
    else announce(`"${connection.name}" was saved, but the test failed.`);
  }
  const { failure } = trying;
  const storefronts = (
    <StorefrontBoxes chosen={fields.storefronts} onChange={(chosen) => setFields({ ...fields, storefronts: chosen })} />
  );
  return (
    <form noValidate>
      <Heading>{stored ? `Edit "${stored.name}"` : 'Connect your shop'}</Heading>
      <Problem failure={saving.failure} />
      <Problem
        failure={failure && stored && { ...failure, message: `"${stored.name}" was saved, but the test failed.` }}
      >
        <p>{failure?.message}</p>
      </Problem>
      {!pointed && <Input label="Name" placeholder="My shop" {...bind('name')} />}
      {shows('baseUrl') && (
        <Input
          label="API address"
          placeholder="https://api.example.com"
          hint="Copy it from your seller portal."
          {...bindRequired('baseUrl')}
        />
      )}
      {shows('sellerId') && <Input label="Seller ID" {...bindRequired('sellerId')} />}
      {(shows('apiKey') || isElsewhere) && (
        <Key label="API key" stored={stored?.apiKey} isElsewhere={isElsewhere} {...bindRequired('apiKey')} />
      )}
      {(shows('secretKey') || isElsewhere) && (
        <Key label="Secret key" stored={stored?.secretKey} isElsewhere={isElsewhere} {...bindRequired('secretKey')} />
      )}
      {pointed?.fields.includes('storefronts') && storefronts}
      {!pointed && (
        <Fold title="More options" refused={isTried && fields.storefronts.length === 0}>
          {storefronts}
          <Format {...bind('format')} />
          <Version {...bind('version')} />
        </Fold>
      )}
      {pointed?.fields.includes('format') && <Format {...bind('format')} />}
      {pointed?.fields.includes('version') && <Version {...bind('version')} />}
      <SettingFields
        values={settings}
        refusal={saving.failure?.message ?? ''}
        only={pointed?.settings}
        onChange={setSettings}
      />
      {pointed && (
        <div class="row">
          <Button kind="quiet" onClick={() => setWhole(true)}>
            Show all fields
          </Button>
        </div>
      )}
      <div class="buttons sticky">
        <Button kind="primary" submits busy={saving.busy || trying.busy} onClick={save}>
          {trying.busy ? 'Testing…' : 'Save'}
        </Button>
        <Button onClick={onClose}>{failure || trying.busy ? 'Close' : 'Cancel'}</Button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly value: string;
  onChange(value: string): void;
}

function Format(props: FieldProps) {
  return <Select label="Format" hint="Both formats fill the same tables." options={FORMATS} {...props} />;
}

function Version(props: FieldProps) {
  return (
    <Input
      label="Order version"
      type="number"
      placeholder="314"
      hint="Newer versions include more fields."
      {...props}
    />
  );
}

function typedSettings(connection: ConnectionSummary | undefined): SettingValues {
  return Object.fromEntries(Object.entries(connection?.settings ?? {}).map(([name, value]) => [name, String(value)]));
}

/** Normalizes a base address as the server does. */
function addressOf(typed: string): string {
  return typed.trim().replace(/\/+$/, '');
}

interface KeyProps extends FieldProps {
  readonly label: string;
  /** True if the field is blank after an attempt to save. */
  readonly invalid: boolean;
  readonly stored: string | undefined;
  /** True if the address or seller changed since the key was saved. */
  readonly isElsewhere: boolean;
}

/** A key field. Never contains the saved key. */
function Key({ stored, isElsewhere, invalid, ...input }: KeyProps) {
  const required = !stored || isElsewhere;
  const hint = isElsewhere ? 'For security, enter both keys again.' : `Leave blank to keep the saved key (${stored}).`;
  return (
    <Input
      {...input}
      type="password"
      required={required}
      invalid={required && invalid}
      hint={stored ? hint : undefined}
    />
  );
}
