/** A period: a chip, or its first and last day. */
import type { ComponentChildren } from 'preact';
import { Chips } from '../parts/chips.tsx';
import type { Values } from './form-values.ts';
import { periodsOf } from './periods.ts';

interface Props {
  /** The params of the first and last day. */
  readonly period: readonly [from: string, to: string];
  readonly required: boolean;
  /** Today in the marketplace's time zone, once known. */
  readonly today: string | undefined;
  readonly values: Values;
  onChange(values: Values): void;
  /** The fields of the two days. */
  readonly children: ComponentChildren;
}

export function PeriodField({ period: [from, to], required, today, values, onChange, children }: Props) {
  // The chips keep their space until today is known.
  const periods = periodsOf(today ?? '2000-01-01');
  const pressed = periods.find((each) => each.from === values[from] && each.to === values[to])?.id;
  function press(id: string) {
    const chosen = periods.find((each) => each.id === id)!;
    const isOn = id === pressed && !required;
    onChange({ ...values, [from]: isOn ? '' : chosen.from, [to]: isOn ? '' : chosen.to });
  }
  return (
    <>
      <Chips
        label="Period"
        required={required}
        chips={periods.map(({ id, label }) => [id, label] as const)}
        pressed={today === undefined ? undefined : pressed}
        disabled={today === undefined}
        onPress={press}
      />
      {children}
    </>
  );
}
