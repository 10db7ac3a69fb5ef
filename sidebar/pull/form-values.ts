/** Converts form values to params and finds the fields named in a server message. */
import type { FormField, OperationForm } from '../../src/build/form-data.ts';

export type Values = Readonly<Record<string, string>>;

/** Omits blank fields and lists replaced by an alternative. */
export function paramsOf({ fields }: OperationForm, values: Values): Readonly<Record<string, string>> {
  const hidden = fields.flatMap(({ name, insteadOf }) => (insteadOf && values[name] ? insteadOf : []));
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !hidden.includes(name))
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
}

/** Returns the fields quoted in a message. */
export function fieldsIn(message: string, { fields }: OperationForm): readonly string[] {
  return fields.map(({ name }) => name).filter((name) => message.includes(`"${name}"`));
}

/** Replaces param names in a message with the form's labels. */
export function relabeled(message: string, { fields }: OperationForm): string {
  return fields.reduce((text, { name, label }) => text.split(`"${name}"`).join(`"${label}"`), message);
}

/**
 * Splits fields into visible ones and those under "More options". If no field is required, the period is visible. A
 * list and its alternative appear together.
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
