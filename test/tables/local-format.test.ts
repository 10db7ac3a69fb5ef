import { expect, test } from 'vitest';
import { localDate, localFormat } from '../../src/tables/local-format.ts';

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

test.each([
  ['en_US', '3/5/2026', '3/5/2026 4:06 PM', '3/5/2026 12:06 AM'],
  ['de_DE', '05.03.2026', '05.03.2026 16:06', '05.03.2026 00:06'],
  ['ko_KR', '2026. 3. 5.', '2026. 3. 5. 4:06 PM', '2026. 3. 5. 12:06 AM'],
  ['xx_XX', '2026-03-05', '2026-03-05 16:06', '2026-03-05 00:06'],
])('in %s a day is shown as %s and times as %s and %s', (locale, day, afternoon, night) => {
  const [at, midnight] = [Date.UTC(2026, 2, 5, 16, 6, 59), Date.UTC(2026, 2, 5, 0, 6)];
  expect(localDate(at, 'date', () => locale)).toBe(day);
  expect(localDate(at, 'date and time', () => locale)).toBe(afternoon);
  expect(localDate(midnight, 'date and time', () => locale)).toBe(night);
});
