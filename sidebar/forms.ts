/** The forms of the operations, which the build writes into the page as the constant `FORMS`. */
import type { Form } from '../src/build/forms.ts';

declare const FORMS: readonly Form[];

export const forms = FORMS;

/** The title of an operation, for people. */
export function titleOf(operation: string): string {
  return forms.find((form) => form.operation === operation)?.title ?? operation;
}
