/** A time-ordered event queue. Events with equal times run in insertion order. */

interface Event {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
}

export class Events {
  private readonly heap: Event[] = [];
  private count = 0;

  add(at: number, act: () => void): void {
    const { heap } = this;
    const event = { at, order: this.count++, act };
    let index = heap.length;
    heap.push(event);
    while (index > 0) {
      const above = (index - 1) >> 1;
      if (!isBefore(event, heap[above]!)) break;
      heap[index] = heap[above]!;
      index = above;
    }
    heap[index] = event;
  }

  /** Runs all events before `end`, setting `clock` to each event's time first. */
  run(end: number, clock: (now: number) => void): void {
    for (let event = this.heap[0]; event && event.at < end; event = this.heap[0]) {
      this.removeFirst();
      clock(event.at);
      event.act();
    }
  }

  private removeFirst(): void {
    const { heap } = this;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let index = 0;
    for (let below = 1; below < heap.length; below = 2 * index + 1) {
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++;
      if (!isBefore(heap[below]!, last)) break;
      heap[index] = heap[below]!;
      index = below;
    }
    heap[index] = last;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
