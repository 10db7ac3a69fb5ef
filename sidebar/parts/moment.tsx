import { fullMoment, moment } from '../format.ts';

interface Props {
  /** `at` and `now` are ISO timestamps. */
  readonly at: string;
  readonly now: string;
}

export function Moment({ at, now }: Props) {
  return (
    <time dateTime={at} title={fullMoment(at)}>
      {moment(at, Date.parse(now))}
    </time>
  );
}
