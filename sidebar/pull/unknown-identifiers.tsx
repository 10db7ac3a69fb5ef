import { count, counted } from '../format.ts';

const SHOWN = 10;

export function UnknownIdentifiers({ identifiers }: { readonly identifiers: readonly string[] }) {
  if (identifiers.length === 0) return null;
  const more = identifiers.length - SHOWN;
  return (
    <section>
      <h3>{counted(identifiers.length, 'identifier')} not found</h3>
      <p class="hint">The marketplace may not recognize them. Check the spelling.</p>
      <ul class="codes">
        {identifiers.slice(0, SHOWN).map((identifier) => (
          <li key={identifier}>{identifier}</li>
        ))}
      </ul>
      {more > 0 && <p class="hint">and {count(more)} more</p>}
    </section>
  );
}
