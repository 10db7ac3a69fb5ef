/** An instant in the reader's own time, in full where the pointer rests on it. */
import { moment } from '../words.ts';

interface Props {
  /** ISO texts. */
  readonly at: string;
  readonly now: string;
}

export function Moment({ at, now }: Props) {
  const full = new Date(at).toLocaleString([], { dateStyle: 'full', timeStyle: 'medium' });
  return (
    <time dateTime={at} title={full}>
      {moment(at, Date.parse(now))}
    </time>
  );
}
