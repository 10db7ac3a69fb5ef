// Installable triggers: owners, Google's limits, and due times.
import { createHash } from 'node:crypto';
import { instantOf, wallTime } from '../dates.ts';
import { ServiceError } from './service.ts';

export type EventType = 'CLOCK' | 'ON_OPEN' | 'ON_EDIT' | 'ON_CHANGE' | 'ON_FORM_SUBMIT';

export interface Schedule {
  after?: number;
  at?: Date;
  atDate?: string;
  atHour?: number;
  nearMinute?: number;
  everyMinutes?: number;
  everyHours?: number;
  everyDays?: number;
  everyWeeks?: number;
  onWeekDay?: string;
  onMonthDay?: number;
  inTimezone?: string;
}

export interface Trigger {
  id: string;
  user: string;
  handler: string;
  type: EventType;
  schedule: Schedule;
  /** The schedule, with the minute that Google picks if the script didn't specify one. */
  planned: Schedule;
  /** Epoch milliseconds; undefined after a one-time trigger has fired. */
  due: number | undefined;
  /** How late the trigger fires each time; always less than a minute. */
  late: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const weekDays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];
const perUser = 20;
const typeNames: Record<EventType, string> = {
  CLOCK: 'time-based',
  ON_OPEN: 'open',
  ON_EDIT: 'edit',
  ON_CHANGE: 'change',
  ON_FORM_SUBMIT: 'form submit',
};

interface Rules {
  addon: boolean;
  timeZone: string;
  now(): number;
  jitter?: boolean;
}

export class Triggers {
  readonly #rules: Rules;
  #all: Trigger[] = [];
  /** The number of triggers ever created. IDs are never reused. */
  created = 0;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  all(): readonly Trigger[] {
    return this.#all;
  }

  ofType(type: EventType): Trigger[] {
    return this.#all.filter((trigger) => trigger.type === type);
  }

  of(user: string): Trigger[] {
    return this.#all.filter((trigger) => trigger.user === user);
  }

  add(user: string, handler: string, type: EventType, schedule: Schedule): Trigger {
    this.#demandRoom(user, type);
    if (type === 'CLOCK') this.#demandSchedule(schedule);
    this.created++;
    const id = `trigger-${this.created}`;
    const planned = { ...schedule, ...this.#minuteOf(id, schedule) };
    const due = type === 'CLOCK' ? this.#firstDue(planned) : undefined;
    const late = this.#rules.jitter ? share(`late ${id}`) * minute : 0;
    const trigger = { id, user, handler, type, schedule, planned, due, late };
    this.#all.push(trigger);
    return trigger;
  }

  /** Adds existing triggers with their IDs and due times. */
  take(triggers: readonly Trigger[]): void {
    this.#all.push(...triggers);
  }

  remove(user: string, id: string): void {
    this.#all = this.#all.filter((trigger) => trigger.id !== id || trigger.user !== user);
  }

  /** Takes the next trigger due by `until`, and schedules its next run. */
  takeDue(until: number): { trigger: Trigger; at: number } | undefined {
    const waiting = this.#all.filter(({ due, late }) => due !== undefined && due + late <= until);
    waiting.sort((a, b) => a.due! + a.late - b.due! - b.late);
    const trigger = waiting[0];
    if (!trigger) return undefined;
    const at = trigger.due!;
    trigger.due = this.#nextDue(trigger.planned, at);
    return { trigger, at: at + trigger.late };
  }

  #demandRoom(user: string, type: EventType): void {
    const own = this.of(user);
    if (own.length >= perUser) {
      throw new ServiceError(
        'This script has too many triggers. Triggers must be deleted from the script before more can be added.',
      );
    }
    if (this.#rules.addon && own.some((trigger) => trigger.type === type)) {
      throw new ServiceError(
        'The Add-on has created too many {0} triggers in this document for this Google user account.',
        typeNames[type],
      );
    }
  }

  #demandSchedule(schedule: Schedule): void {
    const { everyMinutes } = schedule;
    if (everyMinutes !== undefined) {
      if (this.#rules.addon && everyMinutes < 60) {
        throw new ServiceError('The recurrence interval for an Add-on trigger must be at least one hour.');
      }
      if (![1, 5, 10, 15, 30].includes(everyMinutes)) {
        throw new ServiceError(
          'The value you passed to everyMinutes was invalid. It must be one of 1, 5, 10, 15 or 30.',
        );
      }
    }
    const kinds = [
      'after',
      'at',
      'atDate',
      'everyMinutes',
      'everyHours',
      'everyDays',
      'everyWeeks',
      'onMonthDay',
      'onWeekDay',
      'atHour',
    ];
    if (!kinds.some((kind) => schedule[kind as keyof Schedule] !== undefined)) {
      throw new ServiceError('No time-based schedule was set on the trigger.');
    }
  }

  #firstDue(schedule: Schedule): number {
    const now = this.#rules.now();
    if (schedule.after !== undefined) return now + schedule.after;
    if (schedule.at !== undefined) return schedule.at.getTime();
    if (schedule.atDate !== undefined) return this.#date(schedule.atDate);
    return this.#nextDue(schedule, now)!;
  }

  #nextDue(schedule: Schedule, after: number): number | undefined {
    const { everyMinutes, everyHours, everyDays, everyWeeks, onWeekDay, onMonthDay, atHour } = schedule;
    if (everyMinutes !== undefined) return after + everyMinutes * minute;
    if (everyHours !== undefined) return after + everyHours * hour;
    const days = everyWeeks !== undefined ? everyWeeks * 7 : (everyDays ?? 1);
    if (atHour === undefined && !onWeekDay && onMonthDay === undefined) {
      return everyDays === undefined && everyWeeks === undefined ? undefined : after + days * day;
    }
    return this.#atHourAfter(schedule, after, onWeekDay || onMonthDay !== undefined ? 1 : days);
  }

  /** Google picks a random minute of the hour, or one within 15 minutes of the requested minute, and keeps it. */
  #minuteOf(id: string, { atHour, nearMinute, onWeekDay, onMonthDay }: Schedule): Schedule {
    if (atHour === undefined && onWeekDay === undefined && onMonthDay === undefined) return {};
    if (nearMinute === undefined) return { nearMinute: Math.floor(share(id) * 60) };
    return { nearMinute: Math.min(59, Math.max(0, nearMinute - 15 + Math.floor(share(id) * 31))) };
  }

  #atHourAfter(schedule: Schedule, after: number, days: number): number {
    const zone = schedule.inTimezone ?? this.#rules.timeZone;
    const start = wallTime(new Date(after), zone);
    const clock = { hour: schedule.atHour ?? 0, minute: schedule.nearMinute ?? 0, second: 0, millisecond: 0 };
    const onlyDay = schedule.onWeekDay !== undefined || schedule.onMonthDay !== undefined;
    for (let ahead = 0; ; ahead++) {
      const date = new Date(Date.UTC(start.year, start.month - 1, start.day + ahead));
      const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
      if (schedule.onWeekDay && weekDays[date.getUTCDay()] !== schedule.onWeekDay) continue;
      if (schedule.onMonthDay !== undefined && dayOfMonth !== schedule.onMonthDay) continue;
      const at = instantOf({ year, month, day: dayOfMonth, ...clock }, zone);
      // The first run is at the next matching time; later runs are full periods apart.
      const isRepeat = this.#isTime(after, zone, clock);
      if (at > after && (onlyDay || !isRepeat || ahead >= days)) return at;
    }
  }

  #isTime(instant: number, zone: string, clock: { hour: number; minute: number }): boolean {
    const wall = wallTime(new Date(instant), zone);
    return wall.hour === clock.hour && wall.minute === clock.minute && wall.second === 0;
  }

  #date(text: string): number {
    const [year, month, dayOfMonth] = text.split('-').map(Number) as [number, number, number];
    const parts = { year, month, day: dayOfMonth, hour: 0, minute: 0, second: 0, millisecond: 0 };
    return instantOf(parts, this.#rules.timeZone);
  }
}

/** A pseudorandom number from 0 to 1, determined by the string. */
function share(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}
