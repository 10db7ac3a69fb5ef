import { writeFileSync } from 'node:fs';
import { workbookFile } from '../xlsx/workbook-file.ts';
import type { World } from './world.ts';

export async function dump(world: World): Promise<unknown> {
  const { stores, workbook, clock, triggers } = await world.host();
  const { cells, notes, ...kept } = workbook.snapshot();
  const users = [...stores.user].map(([email, values]) => [email, Object.fromEntries(values)] as const);
  const caches = [...stores.caches].map(([name, entries]) => {
    const living = [...entries].filter(([, { until }]) => until > clock.now());
    return [name, Object.fromEntries(living.map(([key, { value }]) => [key, value]))] as const;
  });
  return {
    cells,
    notes,
    properties: {
      script: Object.fromEntries(stores.script),
      document: Object.fromEntries(stores.document),
      user: Object.fromEntries(users),
    },
    cache: Object.fromEntries(caches),
    logs: stores.logs.map(({ at, ...log }) => ({ at: new Date(at), ...log })),
    mails: stores.mails.map(({ at, ...mail }) => ({ at: new Date(at), ...mail })),
    ...kept,
    triggers: triggers.all().map(({ user, handler, type, due }) => ({ user, handler, type, due })),
  };
}

export async function save(world: World, file: string): Promise<unknown> {
  const { workbook, bundle } = await world.host();
  const content = workbookFile(workbook, bundle.customFunctions);
  writeFileSync(file, content);
  return { file, bytes: content.length };
}
