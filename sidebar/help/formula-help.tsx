import type { FormulaHelp as Formula } from '../../src/help/reference.ts';
import { InsertExample } from './insert-example.tsx';

export function FormulaHelp({ formula }: { readonly formula: Formula }) {
  const { name, summary, example, arguments: taken, age } = formula;
  return (
    <li class="stack">
      <h3>{name}</h3>
      <p>{summary}</p>
      <InsertExample name={name} of={name} example={example} />
      <details>
        <summary>Arguments</summary>
        <dl class="meanings">
          {taken.map(([argument, help]) => (
            <div key={argument}>
              <dt>{argument}</dt>
              <dd>{help}</dd>
            </div>
          ))}
        </dl>
        {age !== '' && <p class="small">Results are cached for {age}.</p>}
      </details>
    </li>
  );
}
