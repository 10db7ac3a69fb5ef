import { documentData } from '../document/document.ts';
import { writeDocument } from '../document/document-file.ts';
import type { World } from './world.ts';

export async function keep(world: World, file: string): Promise<unknown> {
  const host = await world.host();
  return { file, bytes: writeDocument(file, documentData(host, world.marketsOpened)) };
}
