/** Triggers of the installation check: each calls one function, which does nothing else than take them away unless a check waits for it. */
export const HANDLER = 'checkByClock';

export function removeCheckTriggers(): void {
  for (const trigger of ScriptApp.getProjectTriggers())
    if (trigger.getHandlerFunction() === HANDLER) ScriptApp.deleteTrigger(trigger);
}
