/** Forms, settings, and help that the build writes into the page as constants. */
import type { OperationForm, SettingField } from '../src/build/form-data.ts';
import type { Reference } from '../src/help/reference.ts';

declare const FORMS: readonly OperationForm[];
declare const SETTINGS: readonly SettingField[];
declare const HELP: Reference;

export const forms = FORMS;
export const settings = SETTINGS;
export const help = HELP;

export function titleOf(operation: string): string {
  return forms.find((form) => form.operation === operation)?.title ?? operation;
}
