/** Loads the workbook facts for an operation's form. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FormFacts } from '../../src/app/state-view.ts';
import { useNews } from '../news.tsx';
import { server } from '../transport.ts';

/** Returns undefined while loading and after a failure. The form works without the facts. */
export function useFormFacts(operation: string, connection: string | undefined, shown: boolean): FormFacts | undefined {
  const [known, setKnown] = useState<{ readonly of: string; readonly facts: FormFacts }>();
  const of = `${operation} ${connection ?? ''}`;
  const latest = useRef(of);
  latest.current = of;
  async function load() {
    if (!shown || connection === undefined) return;
    const facts = await server.formFacts(operation, connection).catch(() => undefined);
    if (facts && latest.current === of) setKnown({ of, facts });
  }
  useEffect(() => {
    load();
  }, [of, shown]);
  useNews(load);
  return known?.of === of ? known.facts : undefined;
}
