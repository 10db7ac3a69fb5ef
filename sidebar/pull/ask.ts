/** What was typed into a form, as the server takes it; and which field an answer of the server is about. */
import type { Form, FormField } from '../../src/build/forms.ts';
import type { ConnectionSummary } from '../../src/protocol/connection.ts';
import type { Storefront } from '../../src/protocol/operation.ts';

export type Values = Readonly<Record<string, string>>;

/** Blank fields are left out. */
export function paramsOf(values: Values): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
}

/** Names of fields that a message quotes. */
export function fieldsIn(message: string, { fields }: Form): readonly string[] {
  return fields.map(({ name }) => name).filter((name) => message.includes(`"${name}"`));
}

/** The message with the fields called as the form calls them. */
export function relabelled(message: string, { fields }: Form): string {
  return fields.reduce((text, { name, label }) => text.split(`"${name}"`).join(`"${label}"`), message);
}

/** Fields shown at once, and those under "More options": where none is required, the period is shown. */
export function arranged({
  fields,
}: Form): readonly [shown: readonly FormField[], more: readonly FormField[]] {
  const first = fields.some(({ required }) => required)
    ? ({ required }: FormField) => required
    : ({ type }: FormField) => isDay(type);
  return [fields.filter((field) => first(field)), fields.filter((field) => !first(field))];
}

export function isDay(type: FormField['type']): boolean {
  return type === 'day' || type === 'dayStart' || type === 'dayEnd';
}

/** Storefronts that offer the operation and that the connection is good for. */
export function offeredTo(form: Form, connection: ConnectionSummary | undefined): readonly Storefront[] {
  return form.storefronts.filter((storefront) => connection?.storefronts.includes(storefront));
}
