/** Shows the workbench's clock in the spreadsheet's zone and moves it. */
import type { WireClock, WireMove, WireMoved, WireTools } from '../../wire-tools.ts';
import { dateIn, element, timeIn } from './elements.ts';
import type { toolsServer } from './tools-server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** `heard`: time on the page's clock when the message arrived, in milliseconds. */
export interface HeardClock {
  clock: WireClock;
  heard: number;
}

export interface ClockBar {
  element: HTMLElement;
  show(heard: HeardClock): void;
}

type Act = (work: () => Promise<WireTools | undefined>) => Promise<void>;

export function clockBar(server: typeof toolsServer, say: (sentence: string) => void, act: Act): ClockBar {
  const face = element('time', { className: 'face' });
  let suggested = '';
  let base: HeardClock | undefined;
  const tick = () => {
    if (!base || !face.isConnected) return;
    const now = nowBy(base);
    const { zone } = base.clock;
    face.textContent = `${dateIn(zone, now)}, ${timeIn(zone, now)}`;
    face.dateTime = new Date(now).toISOString();
    face.title = zone;
  };
  setInterval(tick, 250);
  const stop = element('button', { type: 'button', className: 'stop', textContent: 'Stop' });
  stop.onclick = () => void act(async () => void (await server.stop()));
  const when = element('input', { type: 'datetime-local', step: '60', required: true });
  when.ariaLabel = "Time to move to, in the spreadsheet's zone";
  const buttons: HTMLButtonElement[] = [];
  const move = (asked: WireMove) =>
    act(async () => {
      for (const each of buttons) each.disabled = true;
      stop.classList.add('shown');
      say('Moving the clock…');
      try {
        const moved = await server.move(asked);
        say(wordsOf(moved));
      } finally {
        for (const each of buttons) each.disabled = false;
        stop.classList.remove('shown');
      }
      return undefined;
    });
  const mover = (textContent: string, label: string, asked: () => WireMove) => {
    const button = element('button', { type: 'button', textContent, ariaLabel: label });
    button.onclick = () => void move(asked());
    buttons.push(button);
    return button;
  };
  const go = element('button', { type: 'submit', textContent: 'Go', ariaLabel: 'Go to this time' });
  buttons.push(go);
  const form = element('form', {}, when, go);
  form.onsubmit = (event) => {
    event.preventDefault();
    void move({ to: when.value });
  };
  const bar = element(
    'div',
    { className: 'clock', role: 'group', ariaLabel: 'Clock' },
    face,
    mover('+1 h', '+1 h: move the clock forward one hour', () => ({ by: HOUR })),
    mover('+1 day', '+1 day: move the clock forward one day', () => ({ by: DAY })),
    mover('Next trigger', 'Next trigger: move the clock forward to it', () => ({ to: 'next trigger' })),
    form,
    stop,
  );
  return {
    element: bar,
    show(heard) {
      base = heard;
      // Keep a time that the user entered.
      if (when.value === suggested) {
        suggested = inputValue(heard.clock.zone, nowBy(heard) + HOUR);
        when.value = suggested;
      }
      tick();
    },
  };
}

function nowBy({ clock, heard }: HeardClock): number {
  return clock.now + performance.now() - heard;
}

function inputValue(timeZone: string, instant: number): string {
  // Swedish dates match the format of the input element.
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return parts.format(instant).replace(' ', 'T');
}

export function clockWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const words = [days ? `${days} d` : '', hours ? `${hours} h` : '', minutes % 60 ? `${minutes % 60} min` : ''];
  return words.filter(Boolean).slice(0, 2).join(' ');
}

function wordsOf({ clock, ran, cacheEntriesEnded, stopped }: WireMoved): string {
  const byName = new Map<string, number>();
  for (const { name, user } of ran) {
    const key = `${name} of ${user}`;
    byName.set(key, (byName.get(key) ?? 0) + 1);
  }
  const failed = ran.filter(({ ok }) => !ok);
  const names = [...byName].map(([name, count]) => (count > 1 ? `${name} ${count} times` : name));
  return [
    `${stopped ? 'Stopped at' : 'Moved to'} ${dateIn(clock.zone, clock.now)}, ${timeIn(clock.zone, clock.now)}.`,
    ran.length === 0 ? 'No trigger ran.' : `Ran: ${names.join('; ')}.`,
    ...(failed.length > 0 ? [`${failed.length} failed: ${failed[0]!.outcome}`] : []),
    ...(cacheEntriesEnded > 0 ? [`${cacheEntriesEnded} cache entries expired.`] : []),
  ].join(' ');
}
