/** A period, chosen with a chip or by its first and last day. */
import type { ComponentChildren } from 'preact';
import { Chips } from '../parts/chips.tsx';
import type { Values } from './form-values.ts';
import { periodsOf } from './periods.ts';

interface Props {
  readonly period: readonly [from: string, to: string];
  readonly required: boolean;
  /** Today's date in the marketplace's time zone, if known. */
  readonly today: string | undefined;
  readonly values: Values;
  onChange(values: Values): void;
  readonly children: ComponentChildren;
}

export function PeriodField({ period: [from, to], required, today, values, onChange, children }: Props) {
  // Use a placeholder date so the chips take up space before today is known.
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
