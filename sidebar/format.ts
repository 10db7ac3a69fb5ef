export function count(number: number): string {
  return number.toLocaleString();
}

/** Formats a fraction as a percentage, with one decimal below 1%. */
export function percent(share: number): string {
  return `${(100 * share).toLocaleString([], { maximumFractionDigits: share < 0.01 ? 1 : 0 })}%`;
}

export function moneyIn(currency: string, amount: number): string {
  try {
    return amount.toLocaleString([], { style: 'currency', currency });
  } catch {
    // The marketplace or an editor may use a code that isn't a currency's.
    return `${currency} ${amount.toLocaleString()}`;
  }
}

/** Formats a count with its noun: `1 call`, `2,000 calls`. */
export function counted(number: number, one: string): string {
  return `${count(number)} ${one}${number === 1 ? '' : 's'}`;
}

/** Formats an interval in minutes: `every hour`, `every 10 minutes`. */
export function every(minutes: number): string {
  return minutes === 60 ? 'every hour' : `every ${counted(minutes, 'minute')}`;
}

/** Formats a duration in seconds: `40 seconds`, `12 minutes`, `2 hours 5 minutes`. */
export function lasting(seconds: number): string {
  if (seconds < 1) return 'under 1 second';
  if (seconds < 60) return counted(Math.round(seconds), 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return counted(minutes, 'minute');
  const rest = minutes % 60;
  return counted(Math.floor(minutes / 60), 'hour') + (rest === 0 ? '' : ` ${counted(rest, 'minute')}`);
}

/** The argument separator of the spreadsheet's locale. */
let separator = ',';

export function showFormulasWith(next: string): void {
  separator = next;
}

/** Joins formula parts that were split at the argument separators. */
export function formulaText(parts: readonly string[]): string {
  return parts.join(separator);
}

/** The spreadsheet's time zone. Until it is known, the browser's is used. */
let timeZone: string | undefined;

export function showTimesIn(zone: string): void {
  try {
    new Date().toLocaleTimeString([], { timeZone: zone });
    timeZone = zone;
  } catch {
    // Show local times if the browser doesn't support the zone.
  }
}

/** Formats an ISO timestamp: `today at 3:45 PM`. `now` is in epoch milliseconds. */
export function moment(iso: string, now: number): string {
  const at = new Date(iso);
  const time = at.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone });
  const days = (dayOf(at) - dayOf(new Date(now))) / 86_400_000;
  if (days === 0) return `today at ${time}`;
  if (days === -1) return `yesterday at ${time}`;
  if (days === 1) return `tomorrow at ${time}`;
  const day = at.toLocaleDateString([], { weekday: 'short', day: 'numeric', month: 'short', timeZone });
  return `${day} at ${time}`;
}

export function fullMoment(iso: string): string {
  return new Date(iso).toLocaleString([], { dateStyle: 'full', timeStyle: 'long', timeZone });
}

/** Formats a date: `Nov 24, 2026`. */
export function calendarDay(iso: string): string {
  return new Date(iso).toLocaleDateString([], { dateStyle: 'medium', timeZone });
}

/** Returns midnight UTC of the local calendar day. The sv-SE locale formats dates as ISO. */
function dayOf(at: Date): number {
  return Date.parse(at.toLocaleDateString('sv-SE', { timeZone }));
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function joined(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}
