import { expect, test } from 'vitest';
import { localFormat } from '../../src/tables/local-format.ts';

test.each([
  ['en_US', 'm/d/yyyy', 'm/d/yyyy h:mm am/pm'],
  ['en_GB', 'dd/mm/yyyy', 'dd/mm/yyyy hh:mm'],
  ['de_DE', 'dd.mm.yyyy', 'dd.mm.yyyy hh:mm'],
  ['fr_CA', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm'],
  ['ja_JP', 'yyyy/mm/dd', 'yyyy/mm/dd h:mm'],
  ['pt_BR', 'dd/mm/yyyy', 'dd/mm/yyyy hh:mm'],
  ['en_AU', 'd/m/yyyy', 'd/m/yyyy h:mm am/pm'],
  ['ko_KR', 'yyyy. m. d.', 'yyyy. m. d. h:mm am/pm'],
  // In this locale, dates contain letters for month and year, which are dropped.
  ['bg_BG', 'd.mm.yyyy', 'd.mm.yyyy h:mm'],
  // Digits, calendars, and direction marks of these locales aren't supported in number formats.
  ['ar_EG', 'd/m/yyyy', 'd/m/yyyy h:mm am/pm'],
  ['th_TH', 'd/m/yyyy', 'd/m/yyyy hh:mm'],
  ['de', 'dd.mm.yyyy', 'dd.mm.yyyy hh:mm'],
  ['xx_XX', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm'],
  ['', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm'],
])('in %s a day is %s and a time %s', (locale, day, instant) => {
  expect([localFormat('date', () => locale), localFormat('date and time', () => locale)]).toEqual([day, instant]);
});

test.each(['@', '#,##0.00', 'General', 'yyyy-mm-dd', 'd.m.yyyy'])(
  'leaves %s unchanged without reading the locale',
  (format) => {
    const refused = () => {
      throw new Error('asked');
    };
    expect(localFormat(format, refused)).toBe(format);
  },
);
