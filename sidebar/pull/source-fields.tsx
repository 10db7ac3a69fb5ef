/** Which shop to ask: shown only where there is something to choose. */
import type { Form } from '../../src/build/forms.ts';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import { Notice } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { STOREFRONT_LABELS } from '../storefronts.ts';
import { joined } from '../words.ts';
import type { Values } from './ask.ts';
import { offeredTo } from './ask.ts';

interface Props {
  readonly form: Form;
  readonly connections: readonly ConnectionSummary[];
  /** `connection` and `storefront`. */
  readonly source: Values;
  onChange(source: Values): void;
}

export function SourceFields({ form, connections, source, onChange }: Props) {
  const preferred = connections.find(({ isDefault }) => isDefault) ?? connections[0];
  const connection = connections.find(({ name }) => name === source.connection) ?? preferred;
  const offered = offeredTo(form, connection);
  return (
    <>
      {connections.length > 1 && (
        <Select
          label="Connection"
          options={connections.map(
            ({ name, isDefault }) => [name, isDefault ? `${name} (default)` : name] as const,
          )}
          value={connection?.name ?? ''}
          onChange={(name) => onChange({ connection: name })}
        />
      )}
      {offered.length > 1 && (
        <Select
          label="Storefront"
          options={offered.map((each) => [each, STOREFRONT_LABELS[each]] as const)}
          value={source.storefront || offered[0]!}
          onChange={(storefront) => onChange({ ...source, storefront })}
        />
      )}
      {offered.length === 0 && connection && (
        <Notice kind="note">
          <p>
            {form.title} come from the storefront{' '}
            {joined(form.storefronts.map((each) => STOREFRONT_LABELS[each]))}, and "{connection.name}" is not
            for it.
          </p>
        </Notice>
      )}
    </>
  );
}
