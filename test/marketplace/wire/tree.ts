/** A response, independent of its format. Lists include the name of their XML child. */
export class ListOf {
  constructor(
    readonly child: string,
    readonly entries: readonly Tree[],
  ) {}
}

export class Money {
  constructor(readonly cents: number) {}
}

/** Undefined fields are absent. Null and "" are present and empty. */
export interface Fields {
  readonly [name: string]: Tree | undefined;
}

export type Tree = string | number | boolean | null | Money | ListOf | Fields;

export const isFields = (tree: Tree | undefined): tree is Fields =>
  typeof tree === 'object' && tree !== null && !(tree instanceof ListOf) && !(tree instanceof Money);
