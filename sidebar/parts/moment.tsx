/** A time; the full date and time is the tooltip. */
import { fullMoment, moment } from '../format.ts';

interface Props {
  /** ISO texts. */
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
