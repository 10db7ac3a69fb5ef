/** An instant, in full where the pointer rests on it. */
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
