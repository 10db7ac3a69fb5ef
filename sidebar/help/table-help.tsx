import type { TableHelp as Table } from '../../src/help/reference.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { useShowSheet } from '../show-sheet.ts';

interface Props {
  readonly table: Table;
  /** True if a search found the table. */
  readonly isFound: boolean;
}

export function TableHelp({ table: { name, about, key, valueAge, stay, from, columns }, isFound }: Props) {
  const { failure, show } = useShowSheet();
  return (
    <li class="stack">
      <h3>{name}</h3>
      <p>{about}</p>
      <p class="small">
        {from !== '' && `Pull ${from} to fill it. `}Row key: {key}. {valueAge} {stay}
      </p>
      <div class="row">
        <Button kind="quiet" label={`Show sheet: ${name}`} onClick={() => show(name)}>
          Show
        </Button>
      </div>
      <Problem failure={failure} />
      <details open={isFound}>
        <summary>Columns ({columns.length})</summary>
        <dl class="meanings">
          {columns.map(({ header, meaning, unit, hidden }) => (
            <div key={header}>
              <dt>{header}</dt>
              <dd>
                {meaning} <span class="small">{hidden ? 'Hidden. Used by the add-on.' : unit}</span>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}
