import { valueOrThrow, type World } from './world.ts';

export async function evaluate(world: World, body: string): Promise<unknown> {
  const host = await world.host();
  // Create the sheet and the server only if the body uses them.
  const sheetId = /\bsh\b/.test(body) ? host.workbook.insertSheet() : null;
  const base = /\bBASE\b/.test(body) ? (await world.fixture()).url : '';
  const invocation = { type: 'eval' as const, body, sheetId, base };
  return valueOrThrow(await host.execute({ kind: 'eval', name: 'eval', invocation }));
}
