/** The forms of the operations and the settings of connections, which the build writes into the page as constants. */
import type { OperationForm, SettingField } from '../src/build/form-data.ts';

declare const FORMS: readonly OperationForm[];
declare const SETTINGS: readonly SettingField[];

export const forms = FORMS;
export const settings = SETTINGS;

/** The title of an operation, for users. */
export function titleOf(operation: string): string {
  return forms.find((form) => form.operation === operation)?.title ?? operation;
}
