/** Workbook facts that an operation's form shows, loaded with the form. */
import { useEffect, useState } from 'preact/hooks';
import type { FormFacts } from '../../src/app/state-view.ts';
import { server } from '../transport.ts';

/** Undefined while loading and after a failure: the form works without it. */
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
