// The older version of Ui's dialogs. Returns strings.
import { callHost } from './bridge.ts';
import type { Emulated } from './strict.ts';
import { ButtonSet, dialogParts } from './ui.ts';

export const browser: Emulated<GoogleAppsScript.Base.Browser> = {
  Buttons: ButtonSet,
  msgBox: (...args: unknown[]) => callHost<string>('Browser.msgBox', ...dialogParts(args)),
  inputBox: (...args: unknown[]) => callHost<string>('Browser.inputBox', ...dialogParts(args)),
};
