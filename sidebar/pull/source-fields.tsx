/** Connection and storefront fields, each shown only if there is a choice. */
import type { OperationForm } from '../../src/build/form-data.ts';
import { joined } from '../format.ts';
import { Notice } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { STOREFRONT_LABELS } from '../storefronts.ts';
import type { Values } from './form-values.ts';
import type { Source } from './source.ts';

interface Props {
  readonly form: OperationForm;
  readonly source: Source;
  /** `connection` and `storefront`. */
  onChange(chosen: Values): void;
}

export function SourceFields({ form, source, onChange }: Props) {
  const { connections, connection, offered, storefront } = source;
  return (
    <>
      {connections.length > 1 && (
        <Select
          label="Connection"
          options={connections.map(({ name, isDefault }) => [name, isDefault ? `${name} (default)` : name] as const)}
          value={connection?.name ?? ''}
          onChange={(name) => onChange({ connection: name })}
        />
      )}
      {offered.length > 1 && (
        <Select
          label="Storefront"
          options={offered.map((each) => [each, STOREFRONT_LABELS[each]] as const)}
          value={storefront ?? ''}
          onChange={(chosen) => onChange({ connection: connection?.name ?? '', storefront: chosen })}
        />
      )}
      {offered.length === 0 && connection && (
        <Notice kind="note">
          <p>
            "{connection.name}" has no storefront that offers {form.title}. Available on:{' '}
            {joined(form.storefronts.map((each) => STOREFRONT_LABELS[each]))}.
          </p>
        </Notice>
      )}
    </>
  );
}
