/** The trigger of a person in a workbook: made, found again, taken away. */
import { accountOf } from '../account/person.ts';
import { argumentError } from '../protocol/market-error.ts';
import { stored } from '../protocol/store.ts';
import { HOUR, MINUTE, SECOND } from '../protocol/time.ts';
import { attempt, onceMore } from './service-calls.ts';
import { BUILD, userStore } from './stores.ts';

const HANDLER = 'refreshDue';

/** Milliseconds between two executions where Google lets a script choose. */
const INTERVAL = { consumer: 10 * MINUTE, workspace: 5 * MINUTE } as const;

/** Between two attempts to make one, in milliseconds: a limit of a short time is over by then. */
const PAUSE = 2 * SECOND;

/** Of a person in one script; an add-on may have one of a kind in a spreadsheet. */
const MOST_TRIGGERS = 20;

const projectTriggers = () => onceMore(() => ScriptApp.getProjectTriggers());

interface Known {
  readonly uid: string;
  readonly interval: number;
}

/** The trigger for this workbook: Google does not tell which one it is. */
const known = () => stored<Known | null>(`trigger.${userStore().workbook()}`, 1, null);

/** Milliseconds between two executions of this person's trigger here; nothing where there is none. */
export function installedInterval(): number | undefined {
  const made = known().read(userStore());
  return made && projectTriggers().some((each) => each.getUniqueId() === made.uid) ? made.interval : undefined;
}

/** The same as it was remembered, without asking Google. */
export function knownInterval(): number {
  return known().read(userStore())?.interval ?? HOUR;
}

export function isOwnTrigger(uid: string): boolean {
  return known().read(userStore())?.uid === uid || projectTriggers().some((each) => each.getUniqueId() === uid);
}

/** Makes the trigger, or makes it anew where its time is not the right one. Gives the milliseconds between executions. */
export function install(): number {
  const user = userStore();
  const wanted = user.get(BUILD) === 'addon' ? HOUR : INTERVAL[accountOf(user)];
  try {
    if (installedInterval() === wanted) return wanted;
    takeAway();
    const made = create(wanted);
    known().write(user, made);
    return made.interval;
  } catch (error) {
    throw reasonOf(error);
  }
}

/** In whatever words Google refuses: who may have an hourly one and no faster one is an add-on. */
function create(wanted: number): Known {
  const clock = () => ScriptApp.newTrigger(HANDLER).timeBased();
  const minutes = wanted / MINUTE;
  const fast =
    wanted === HOUR ? undefined : attempt(() => onceMore(() => clock().everyMinutes(minutes).create(), PAUSE));
  const made = fast ?? onceMore(() => clock().everyHours(1).create(), PAUSE);
  if (wanted !== HOUR) userStore().set(BUILD, fast ? 'bound' : 'addon');
  return { uid: made.getUniqueId(), interval: fast ? wanted : HOUR };
}

/** Whether it is an add-on is seen anew by the next one that is made. */
export function uninstall(): void {
  takeAway();
  if (userStore().get(BUILD) === 'addon') userStore().remove(BUILD);
}

function takeAway(): void {
  const made = known().read(userStore());
  for (const trigger of projectTriggers()) {
    const isOurs = trigger.getUniqueId() === made?.uid;
    // In a script of the workbook's own every trigger is for this workbook.
    const isHere = userStore().get(BUILD) === 'bound' && trigger.getHandlerFunction() === HANDLER;
    if (isOurs || isHere) ScriptApp.deleteTrigger(trigger);
  }
  known().remove(userStore());
}

/** Why Google made no trigger: its own words are in the language of the person. */
function reasonOf(error: unknown): unknown {
  if (isUnauthorized())
    return argumentError(
      'The add-on does not have permission to run on a schedule. Reload the spreadsheet, open the menu again, and allow it. Until then, pulls and formulas work, but scheduled jobs do not.',
    );
  const isAddon = userStore().get(BUILD) !== 'bound';
  if (projectTriggers().length >= (isAddon ? 1 : MOST_TRIGGERS))
    return argumentError(
      'Your Google account has too many triggers in this script. Turn off the schedule in a spreadsheet that does not need it, then try again.',
    );
  return error;
}

/** They took back what they had allowed. Where Google does not say, what it is good for is tried. */
export function isUnauthorized(): boolean {
  return attempt(() => {
    const { AuthMode, AuthorizationStatus } = ScriptApp;
    const info = ScriptApp.getAuthorizationInfo(AuthMode.FULL);
    return info.getAuthorizationStatus() === AuthorizationStatus.REQUIRED;
  }, false);
}
