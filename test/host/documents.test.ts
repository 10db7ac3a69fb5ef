import { expect, test } from 'vitest';
import { sampleHost } from './sample-host.ts';
import { advance } from './steps/advance.ts';
import type { World } from './steps/world.ts';

const code = `
  function seen() {
    return [SpreadsheetApp.getActiveSpreadsheet(), SpreadsheetApp.getActive(), SpreadsheetApp.getActiveSheet(),
      SpreadsheetApp.getActiveRange(), LockService.getDocumentLock(), PropertiesService.getDocumentProperties(),
      CacheService.getDocumentCache(), LockService.getUserLock(), PropertiesService.getUserProperties(),
    ].map((each) => each === null ? '-' : '+').join('');
  }
  function tick() { console.log(seen()) }
`;

test.each([
  ['addon', undefined, '+++++++++'],
  ['addon', false, '-------++'],
  ['bound', false, '+++++++++'],
] as const)(
  'a time-driven trigger without a document gets null for document services: mode %s, triggerDocument %s',
  async (mode, triggerDocument, seen) => {
    const { host, close } = sampleHost(code, {
      mode,
      ...(triggerDocument === undefined ? {} : { triggerDocument }),
    });
    try {
      host.triggers.add('a@x', 'tick', 'CLOCK', { everyHours: 1 });
      await advance({ host: async () => host } as unknown as World, 'PT1H');
      expect(host.stores.logs.map(({ message }) => message)).toEqual([seen]);
      // A menu item always has a document.
      expect(await host.call('menu', 'seen', [])).toMatchObject({ value: '+++++++++' });
    } finally {
      await close();
    }
  },
);
