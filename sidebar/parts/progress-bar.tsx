/** A progress bar. Indeterminate if `percent` is undefined. */
interface Props {
  readonly label: string;
  readonly percent: number | undefined;
}

export function ProgressBar({ label, percent }: Props) {
  return (
    <div
      class={percent === undefined ? 'bar unknown' : 'bar'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={percent === undefined ? undefined : { width: `${Math.max(2, percent)}%` }} />
    </div>
  );
}
