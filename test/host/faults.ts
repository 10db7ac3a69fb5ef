// The platform's own faults: an execution that ends at its Nth call from now, each counted over all executions.

export class Faults {
  #serviceCalls: number | undefined;
  #fetches: number | undefined;

  clear(): void {
    this.#serviceCalls = undefined;
    this.#fetches = undefined;
  }

  killAtServiceCall(count: number): void {
    this.#serviceCalls = count;
  }

  killAtFetch(count: number): void {
    this.#fetches = count;
  }

  /** The execution ends before this call is carried out. */
  serviceCallIsLast(): boolean {
    if (this.#serviceCalls === undefined || --this.#serviceCalls > 0) return false;
    this.#serviceCalls = undefined;
    return true;
  }

  /** The request goes out, its answer is never seen. */
  fetchIsLast(): boolean {
    if (this.#fetches === undefined || --this.#fetches > 0) return false;
    this.#fetches = undefined;
    return true;
  }
}
