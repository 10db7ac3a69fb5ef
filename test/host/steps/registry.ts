import { advance } from './advance.ts';
import { cells, get, recalculate, sheets } from './cells.ts';
import { dump, save } from './dump.ts';
import { edit } from './edit.ts';
import { evaluate } from './eval.ts';
import { fault } from './fault.ts';
import { keep } from './keep.ts';
import { connect, consent, menu, pull, sidebar, test } from './product.ts';
import { stats } from './stats.ts';
import type { Step } from './step.ts';
import { answer, as, copy, grant, install, market, open, refuse, reopen, route } from './surroundings.ts';
import { truth } from './truth.ts';
import { query, warehouse } from './warehouse.ts';

export const steps: Record<string, Step> = {
  open,
  install,
  reopen,
  copy,
  market,
  warehouse,
  query,
  route,
  answer,
  connect,
  test,
  pull,
  sidebar,
  menu,
  cells,
  recalculate,
  get,
  sheets,
  edit,
  consent,
  eval: evaluate,
  advance,
  as,
  refuse,
  grant,
  stats,
  truth,
  fault,
  dump,
  save,
  keep,
};
