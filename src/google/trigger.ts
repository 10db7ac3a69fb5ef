import { accountOf } from '../account/person.ts';
import { argumentError, lacksPermission } from '../protocol/market-error.ts';
import { stored } from '../protocol/store.ts';
import { HOUR, MINUTE, SECOND } from '../protocol/time.ts';
import { attempt, hasGranted, withRetry } from './service-calls.ts';
import { BUILD, userStore } from './stores.ts';

const HANDLER = 'refreshDue';

/** Intervals in milliseconds for bound scripts. Google limits add-ons to hourly triggers. */
const INTERVAL = { consumer: 10 * MINUTE, workspace: 5 * MINUTE } as const;

/** Milliseconds before a retry, long enough for short-term limits to reset. */
const PAUSE = 2 * SECOND;

/** Google's limit per user and script. Add-ons can have one trigger per spreadsheet. */
const MOST_TRIGGERS = 20;

const projectTriggers = () => withRetry(() => ScriptApp.getProjectTriggers());

interface Known {
  readonly uid: string;
  readonly interval: number;
}

/** Stored per workbook because Google doesn't report a trigger's workbook. */
const known = () => stored<Known | null>(`trigger.${userStore().workbook()}`, 1, null);

/** Returns the trigger's interval in milliseconds, or undefined if the user has no trigger in this workbook. */
export function installedInterval(): number | undefined {
  const made = known().read(userStore());
  return made && projectTriggers().some((each) => each.getUniqueId() === made.uid) ? made.interval : undefined;
}

/** Returns the stored interval without calling Google. */
export function knownInterval(): number {
  return known().read(userStore())?.interval ?? HOUR;
}

export function isOwnTrigger(uid: string): boolean {
  return known().read(userStore())?.uid === uid || projectTriggers().some((each) => each.getUniqueId() === uid);
}

/** Creates the trigger or replaces one with a different interval. Returns the interval in milliseconds. */
export function install(): number {
  const user = userStore();
  const wanted = user.get(BUILD) === 'addon' ? HOUR : INTERVAL[accountOf(user)];
  try {
    if (installedInterval() === wanted) return wanted;
    removeTriggers();
    const { trigger, interval } = create(wanted);
    try {
      if (wanted !== HOUR) user.set(BUILD, interval === HOUR ? 'addon' : 'bound');
      known().write(user, { uid: withRetry(() => trigger.getUniqueId()), interval });
    } catch (error) {
      // Only the stored ID tells whether an add-on's trigger belongs to this workbook.
      ScriptApp.deleteTrigger(trigger);
      throw error;
    }
    return interval;
  } catch (error) {
    throw reasonOf(error);
  }
}

/** Google allows add-ons only hourly triggers. If it rejects a faster one, the script is an add-on. */
function create(wanted: number) {
  const clock = () => ScriptApp.newTrigger(HANDLER).timeBased();
  const minutes = wanted / MINUTE;
  const fast =
    wanted === HOUR ? undefined : attempt(() => withRetry(() => clock().everyMinutes(minutes).create(), PAUSE));
  if (fast) return { trigger: fast, interval: wanted };
  return { trigger: withRetry(() => clock().everyHours(1).create(), PAUSE), interval: HOUR };
}

export function uninstall(): void {
  removeTriggers();
  if (userStore().get(BUILD) === 'addon') userStore().remove(BUILD);
}

function removeTriggers() {
  const made = known().read(userStore());
  for (const trigger of projectTriggers()) {
    const isOurs = trigger.getUniqueId() === made?.uid;
    // A bound script's triggers all belong to its workbook.
    const isHere = userStore().get(BUILD) === 'bound' && trigger.getHandlerFunction() === HANDLER;
    if (isOurs || isHere) ScriptApp.deleteTrigger(trigger);
  }
  known().remove(userStore());
}

/** Explains in our own words why no trigger was created, because Google's message is in the user's language. */
function reasonOf(error: unknown) {
  if (isUnauthorized())
    return argumentError(`${lacksPermission('to run on a schedule')} Until then, scheduled jobs do not run.`);
  const isAddon = userStore().get(BUILD) !== 'bound';
  if (projectTriggers().length >= (isAddon ? 1 : MOST_TRIGGERS))
    return argumentError(
      'Your Google account has too many triggers in this script. Turn off the schedule in another spreadsheet.',
    );
  return error;
}

/** False if only an optional permission is missing, or if Google returns no status. */
export function isUnauthorized(): boolean {
  const { AuthMode, AuthorizationStatus } = ScriptApp;
  const info = attempt(() => ScriptApp.getAuthorizationInfo(AuthMode.FULL));
  return (
    info?.getAuthorizationStatus() === AuthorizationStatus.REQUIRED &&
    !hasGranted('spreadsheets.currentonly', 'script.external_request', 'script.scriptapp')
  );
}
