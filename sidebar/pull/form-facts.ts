/** Loads the workbook facts for an operation's form. */
import { useEffect, useState } from 'preact/hooks';
import type { FormFacts } from '../../src/app/state-view.ts';
import { server } from '../transport.ts';

/** Returns undefined while loading and after a failure. The form works without the facts. */
export function useFormFacts(operation: string, connection: string | undefined, shown: boolean): FormFacts | undefined {
  const [known, setKnown] = useState<{ readonly of: string; readonly facts: FormFacts }>();
  const of = `${operation} ${connection ?? ''}`;
  useEffect(() => {
    if (!shown || connection === undefined) return;
    let isCurrent = true;
    server.formFacts(operation, connection).then(
      (facts) => isCurrent && setKnown({ of, facts }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [of, shown]);
  return known?.of === of ? known.facts : undefined;
}
