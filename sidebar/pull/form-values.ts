/** What was typed into a form, as the server takes it; and which fields a message of the server names. */
import type { FormField, OperationForm } from '../../src/build/form-data.ts';

export type Values = Readonly<Record<string, string>>;

/** Blank fields are left out, and lists in whose place something else stands. */
export function paramsOf({ fields }: OperationForm, values: Values): Readonly<Record<string, string>> {
  const hidden = fields.flatMap(({ name, insteadOf }) => (insteadOf && values[name] ? insteadOf : []));
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !hidden.includes(name))
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
}

/** Names of fields that a message quotes. */
export function fieldsIn(message: string, { fields }: OperationForm): readonly string[] {
  return fields.map(({ name }) => name).filter((name) => message.includes(`"${name}"`));
}

/** The message with the fields called as the form calls them. */
export function relabelled(message: string, { fields }: OperationForm): string {
  return fields.reduce((text, { name, label }) => text.split(`"${name}"`).join(`"${label}"`), message);
}

/**
 * Fields shown at once, and those under "More options": where none is required, the period is shown. What stands in
 * place of a list is shown with it.
 */
export function arranged({
  fields,
}: Pick<OperationForm, 'fields'>): readonly [shown: readonly FormField[], more: readonly FormField[]] {
  const isFirst = fields.some(({ required }) => required)
    ? ({ required }: FormField) => required === true
    : ({ type }: FormField) => isDay(type);
  const own = fields.filter(({ insteadOf }) => insteadOf === undefined);
  return [own.filter((field) => isFirst(field)), own.filter((field) => !isFirst(field))];
}

export function isDay(type: FormField['type']): boolean {
  return type === 'day' || type === 'dayStart' || type === 'dayEnd';
}
