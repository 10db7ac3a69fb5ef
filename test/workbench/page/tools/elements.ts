export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function timeIn(zone: string, instant: number): string {
  return formatted(zone, instant, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
}

export function dateIn(zone: string, instant: number): string {
  return formatted(zone, instant, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}

function formatted(timeZone: string, instant: number, parts: Intl.DateTimeFormatOptions): string {
  const key = `${timeZone} ${Object.keys(parts)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, ...parts });
    formats.set(key, format);
  }
  return format.format(instant);
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
