/** The trigger of a person in a workbook: made, found again, taken away. */
import { accountOf } from '../account/users.ts';
import { MarketError } from '../protocol/market-error.ts';
import { HOUR, MINUTE } from '../protocol/time.ts';
import { BUILD } from './execution-budgets.ts';
import { userStore } from './stores.ts';

/** Name of the function that the trigger calls. */
const HANDLER = 'refreshDue';

/** Milliseconds between two executions where Google lets a script choose. */
const INTERVAL = { consumer: 10 * MINUTE, workspace: 5 * MINUTE } as const;

/** Which trigger is for which workbook: Google does not tell. */
const TRIGGER = 'trigger.';

function keyOfThis(): string {
  return TRIGGER + SpreadsheetApp.getActiveSpreadsheet().getId();
}

interface Known {
  readonly uid: string;
  readonly interval: number;
}

/** Milliseconds between two executions of this person's trigger here; nothing where there is none. */
export function installedInterval(): number | undefined {
  const known = readKnown();
  const isThere = known && ScriptApp.getProjectTriggers().some((each) => each.getUniqueId() === known.uid);
  return isThere ? known.interval : undefined;
}

/** The same as it was remembered, without asking Google. */
export function knownInterval(): number {
  return readKnown()?.interval ?? HOUR;
}

function readKnown(): Known | undefined {
  const text = userStore().get(keyOfThis());
  return text === null ? undefined : (JSON.parse(text) as Known);
}

/** Makes the trigger, or makes it anew where its time is not the right one. Gives the milliseconds between executions. */
export function install(): number {
  return permitted(() => {
    const user = userStore();
    const wanted = user.get(BUILD) === 'addon' ? HOUR : INTERVAL[accountOf(user)];
    if (installedInterval() === wanted) return wanted;
    uninstall();
    const made = create(wanted);
    user.set(keyOfThis(), JSON.stringify({ uid: made.uid, interval: made.interval } satisfies Known));
    return made.interval;
  });
}

function create(interval: number): Known {
  if (interval === HOUR) {
    const hourly = ScriptApp.newTrigger(HANDLER).timeBased().everyHours(1).create();
    return { uid: hourly.getUniqueId(), interval };
  }
  try {
    const made = ScriptApp.newTrigger(HANDLER)
      .timeBased()
      .everyMinutes(interval / MINUTE)
      .create();
    userStore().set(BUILD, 'bound');
    return { uid: made.getUniqueId(), interval };
  } catch (error) {
    // What tells an add-on from a script of the workbook's own.
    if (!/at least one hour/i.test(String(error))) throw error;
    userStore().set(BUILD, 'addon');
    return create(HOUR);
  }
}

export function uninstall(): void {
  const known = readKnown();
  for (const trigger of ScriptApp.getProjectTriggers()) {
    const isOurs = known ? trigger.getUniqueId() === known.uid : false;
    // In a script of the workbook's own every trigger is for this workbook.
    const isHere = userStore().get(BUILD) === 'bound' && trigger.getHandlerFunction() === HANDLER;
    if (isOurs || isHere) ScriptApp.deleteTrigger(trigger);
  }
  userStore().remove(keyOfThis());
}

function permitted<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof MarketError) throw error;
    const told = error instanceof Error ? error.message : String(error);
    if (/permission|authori[sz]ation/i.test(told))
      throw new MarketError(
        'MARKET_ARGUMENT',
        'Google was not given the permission to run on a schedule. Reload the spreadsheet, open the menu again and allow it; until then pulls and formulas work, and nothing runs by itself.',
      );
    if (/too many/i.test(told))
      throw new MarketError(
        'MARKET_ARGUMENT',
        'Your Google account has too many triggers in this script. Turn scheduled refresh off in a spreadsheet that does not need it, then try again.',
      );
    throw error;
  }
}
