/** The Help tab: questions, formulas, error codes, and tables, with search. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ErrorHelp } from '../../src/help/reference.ts';
import { help } from '../build-constants.ts';
import { capitalized, counted } from '../format.ts';
import { Input } from '../parts/input.tsx';
import { FormulaHelp } from './formula-help.tsx';
import { InsertExample } from './insert-example.tsx';
import { questions as allQuestions, type Question } from './questions.ts';
import { found, type HelpContent } from './search.ts';
import { Support } from './support.tsx';
import { TableHelp } from './table-help.tsx';

const content: HelpContent = { ...help, questions: allQuestions };

export function Help({ isOpen }: { readonly isOpen: boolean }) {
  const [typed, setTyped] = useState('');
  const isSearch = typed.trim() !== '';
  const { questions, formulas, errors, tables } = isSearch ? found(content, typed.trim()) : content;
  const count = questions.length + formulas.length + errors.length + tables.length;
  return (
    <>
      <h2>Help</h2>
      <Input label="Search help" placeholder="tracking, MARKET_CAP, ACoS …" value={typed} onChange={setTyped} />
      <p class="hint" role="status">
        {isSearch && (count === 0 ? 'No results. Try fewer words.' : counted(count, 'result'))}
      </p>
      <Part title="Questions" isOpen={isSearch || undefined} count={questions.length}>
        {questions.map((question) => (
          <QuestionHelp key={question.name} question={question} />
        ))}
      </Part>
      <Part title="Formulas" isOpen={isSearch || undefined} count={formulas.length}>
        {formulas.map((formula) => (
          <FormulaHelp key={formula.name} formula={formula} />
        ))}
      </Part>
      <Part title="Error codes" isOpen={isSearch || undefined} count={errors.length}>
        {errors.map((error) => (
          <ErrorCode key={error.code} error={error} />
        ))}
      </Part>
      <Part title="Tables and columns" isOpen={isSearch || undefined} count={tables.length}>
        {tables.map((table) => (
          <TableHelp key={table.name} table={table} isFound={isSearch} />
        ))}
      </Part>
      <Support isOpen={isOpen} />
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly count: number;
  /** True keeps the section open. If undefined, the user can toggle it. */
  readonly isOpen: true | undefined;
  readonly children: ComponentChildren;
}

/** A collapsible section. Renders its content only while expanded. */
function Part({ title, count, isOpen, children }: PartProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isShown = isOpen ?? isUnfolded;
  if (count === 0) return null;
  return (
    <details open={isShown} onToggle={(event) => isOpen || setUnfolded(event.currentTarget.open)}>
      <summary>
        {title} ({count})
      </summary>
      {isShown && <ul class="lines">{children}</ul>}
    </details>
  );
}

function QuestionHelp({ question: { name, asks, answer } }: { readonly question: Question }) {
  const formula = help.examples[name];
  return (
    <li class="stack">
      <h3>{asks}</h3>
      <p>{answer}</p>
      {formula && <InsertExample name={name} of={asks} example={formula} />}
    </li>
  );
}

function ErrorCode({ error: { code, means, todo } }: { readonly error: ErrorHelp }) {
  return (
    <li class="stack">
      <h3>{code}</h3>
      <p>{capitalized(means)}.</p>
      <p class="small">What to do: {todo}.</p>
    </li>
  );
}
