/** When emails are sent, and what happens if Google refuses one. */
import { beforeEach, describe, expect, test } from 'vitest';
import { updateInsights } from '../../src/app/after-run.ts';
import { rememberStop, sendDueEmail } from '../../src/app/email.ts';
import { orders } from '../../src/operations/orders.ts';
import { instantAt } from '../../src/protocol/fields.ts';
import { DAY, HOUR, MINUTE } from '../../src/protocol/time.ts';
import type { Heartbeat } from '../../src/schedule/heartbeats.ts';
import { order, put } from '../insights/findings/tables.ts';
import { connected, refused, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';

// START is 8:00 AM in New York.
let ports: InMemoryPorts;
beforeEach(() => {
  ports = connected();
});

const subjects = () => ports.mails.map(({ subject }) => subject);
const view = () => served(ports, 'schedule').email;
const choose = (choice: object) => served(ports, 'setEmail', choice);

/** The schedule's heartbeat before this execution. */
const beat = (ago = HOUR): Heartbeat => ({
  name: 'Ann',
  interval: HOUR,
  since: START,
  at: ports.clock.now() - ago,
});

const send = (before = beat()) => sendDueEmail(ports, before);

/** Moves the clock to the next run of the schedule. */
function sendAfter(milliseconds: number): readonly string[] {
  ports.wait(milliseconds);
  return send();
}

/** Writes open orders that are voided in `hoursLeft`, and updates Findings. */
function due(...hoursLeft: readonly number[]): void {
  const now = ports.clock.now();
  const given = hoursLeft.map((hours) =>
    order({ orderNumber: `O${hours}`, autoVoidTime: instantAt(now + hours * HOUR) }),
  );
  put(ports.book, orders, given, now);
  expect(updateInsights(ports, true)).toEqual([]);
}

describe('daily emails', () => {
  test('are sent once a day, from the chosen hour in the time zone of the spreadsheet', () => {
    choose({ daily: true, hour: 10 });
    expect(sendAfter(2 * HOUR - MINUTE)).toEqual([]);
    expect(ports.mails).toEqual([]);
    sendAfter(MINUTE);
    expect(ports.mails).toMatchObject([{ to: 'a@x', subject: expect.stringMatching(/^Today: /) }]);
    sendAfter(13 * HOUR);
    sendAfter(10 * HOUR);
    expect(ports.mails).toHaveLength(1);
    sendAfter(HOUR);
    expect(ports.mails).toHaveLength(2);
  });

  test.each([
    [8, 'tomorrow'],
    [9, 'today'],
  ])('at %i:00, turned on at 8:00 AM, start %s', (hour, start) => {
    choose({ daily: true, hour });
    sendAfter(2 * HOUR);
    expect(ports.mails).toHaveLength(start === 'today' ? 1 : 0);
    sendAfter(DAY);
    expect(ports.mails).toHaveLength(start === 'today' ? 2 : 1);
  });

  test('are still due after their hour was changed', () => {
    choose({ daily: true, hour: 10 });
    ports.wait(3 * HOUR);
    choose({ daily: true, hour: 9 });
    send();
    expect(ports.mails).toHaveLength(1);
  });

  test('name at most ten records, most urgent first, each linked to its row', () => {
    due(...Array.from({ length: 12 }, (_, index) => 20 - index));
    choose({ daily: true, hour: 9, alerts: false });
    Object.assign(ports.laid, { idOf: (tab: string) => (tab === 'Findings' ? 77 : undefined) });
    ports.platform.workbook = () => ({ id: 'b', name: 'Mine', url: 'https://sheets.test/d/b/edit#gid=3' });
    sendAfter(HOUR);
    const [{ subject, body }] = ports.mails as [(typeof ports.mails)[number]];
    expect(subject).toBe('Today: 12 to do, 12 within 24 h (Mine)');
    const lines = body.split('\n').filter((line) => /^\d+\. /.test(line));
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatch(/^1\. Auto-voids Jun 16, 5:00 PM/);
    expect(body).toContain('Order O9 ');
    expect(body).not.toContain('Order O19 ');
    expect(body).toContain('And 2 more.');
    expect(body).toContain('https://sheets.test/d/b/edit#gid=77&range=A2\n');
  });

  test('mark no order as sent for alerts while alerts are off', () => {
    due(18);
    choose({ daily: true, hour: 9 });
    sendAfter(HOUR);
    choose({ daily: false, alerts: true });
    sendAfter(HOUR);
    expect(subjects()).toEqual([expect.stringMatching(/^Today: /), expect.stringMatching(/^1 needs action/)]);
  });
});

describe('alerts', () => {
  beforeEach(() => {
    choose({ daily: false, alerts: true });
  });

  test('name each record due within 24 h once', () => {
    due(36, 18, 5);
    send();
    expect(subjects()).toEqual(['2 need action within 24 h (Book)']);
    sendAfter(2 * HOUR);
    expect(ports.mails).toHaveLength(1);
    ports.wait(10 * HOUR);
    expect(updateInsights(ports)).toEqual([]);
    // The first order's deadline is now within a day; the last order was voided.
    send();
    expect(subjects().slice(1)).toEqual(['1 needs action within 24 h (Book)']);
    expect(ports.mails[1]!.body).toMatch(/\n1\. .*\n {3}Order O36 /);
  });

  test('name each record once if there are more than can be remembered', () => {
    due(...Array.from({ length: 500 }, (_, index) => 2 + index / 50));
    send();
    sendAfter(HOUR);
    expect(subjects()).toEqual(['400 need action within 24 h (Book)']);
  });

  test('are not repeated after Findings was deleted and made again', () => {
    due(18, 5);
    send();
    ports.book.sheets.delete('Findings');
    sendAfter(HOUR);
    expect(updateInsights(ports, true)).toEqual([]);
    sendAfter(HOUR);
    expect(ports.mails).toHaveLength(1);
  });

  test('wait an hour for the next alert, with at most six per day', () => {
    due(20);
    send();
    due(19);
    sendAfter(HOUR - 1);
    expect(ports.mails).toHaveLength(1);
    sendAfter(1);
    expect(ports.mails).toHaveLength(2);
    for (let sent = 2; sent < 8; sent++) {
      due(18 - sent);
      sendAfter(HOUR);
    }
    expect(ports.mails).toHaveLength(6);
    ports.wait(18 * HOUR);
    due(11);
    send();
    expect(ports.mails).toHaveLength(7);
  });

  test('are not sent for records that the daily email includes', () => {
    choose({ daily: true, hour: 9, alerts: true });
    due(18);
    sendAfter(HOUR);
    sendAfter(2 * HOUR);
    expect(subjects()).toEqual([expect.stringMatching(/^Today: /)]);
  });
});

describe('an email that Google refuses', () => {
  beforeEach(() => {
    due(18);
    choose({ daily: false, alerts: true });
  });

  const nein = () => {
    throw new Error('Nein.');
  };
  const log = () => ports.book.rows('Log').filter(({ What }) => What === 'Email');

  test.each<[string, Partial<InMemoryPorts['mail']>, string]>([
    ['without permission', { isAllowed: () => false }, 'Email needs an extra permission.'],
    ['beyond the daily limit', { left: () => 0 }, "You have reached Google's daily email limit."],
    ['without an address', { address: () => '' }, 'Google did not provide your email address.'],
    ['with its own error', { send: nein }, 'Nein.'],
  ])('%s is logged once and retried after an hour', (_, refusing, why) => {
    const { mail } = ports;
    ports = { ...ports, mail: { ...mail, ...refusing } };
    const [problem] = send();
    expect(problem).toContain(`No email was sent: ${why}`);
    expect(view().problem).toBe(problem);
    expect(log()).toMatchObject([{ State: 'failed', Why: 'schedule', 'What to do': problem }]);
    expect(sendAfter(HOUR - 1)).toEqual([]);
    expect(sendAfter(1)).toEqual([problem]);
    expect(log()).toHaveLength(1);
    ports = { ...ports, mail };
    expect(sendAfter(HOUR)).toEqual([]);
    expect(ports.mails).toHaveLength(1);
    expect(view().problem).toBeNull();
  });

  test('is not retried while nothing was chosen, and a new choice clears the message', () => {
    ports.mail.send = nein;
    send();
    choose({ daily: false, alerts: false });
    expect(view()).toMatchObject({ daily: false, alerts: false, problem: null });
    expect(sendAfter(2 * HOUR)).toEqual([]);
  });

  test('counts toward the limit of alerts, because it may have been sent', () => {
    const { send: sends } = ports.mail;
    ports.mail.send = nein;
    for (let tries = 0; tries < 6; tries++) expect(sendAfter(HOUR)).toHaveLength(1);
    ports.mail.send = sends;
    expect(sendAfter(HOUR)).toEqual([]);
    expect(ports.mails).toEqual([]);
  });

  test('is not sent again if the execution was killed after sending', () => {
    const { send: sends } = ports.mail;
    ports.mail.send = (message) => {
      sends(message);
      ports.user.left = 0;
    };
    send();
    ports.user.left = Number.POSITIVE_INFINITY;
    sendAfter(2 * HOUR);
    expect(ports.mails).toHaveLength(1);
  });
});

test('an error elsewhere is returned as a message, so the schedule continues', () => {
  choose({ daily: true, hour: 9 });
  ports.wait(HOUR);
  ports.book.timeZone = () => {
    throw new Error('Gone.');
  };
  expect(send()).toEqual(['No email was sent: Gone.']);
});

describe('a schedule that did not run', () => {
  beforeEach(() => {
    choose({ daily: true, hour: 8 });
  });

  const said = () => ports.mails.at(-1)!.body.match(/did not run from (.*)\.\n/)?.[1];

  test('is reported if its last run is more than two intervals and ten minutes ago', () => {
    ports.wait(DAY);
    send(beat(2 * HOUR + 10 * MINUTE));
    expect(said()).toBeUndefined();
    ports.wait(DAY);
    send(beat(2 * HOUR + 10 * MINUTE + 1));
    expect(said()).toBe('Jun 18, 5:49 AM to Jun 18, 8:00 AM');
    ports.wait(DAY);
    send();
    expect(said()).toBeUndefined();
  });

  test('is reported from when it was turned off, in the next email', () => {
    served(ports, 'turnOn');
    ports.wait(HOUR);
    served(ports, 'turnOff');
    // A second stop before it ran again changes nothing.
    rememberStop(ports, beat(0));
    ports.wait(10 * HOUR);
    sendDueEmail(ports, undefined);
    ports.wait(13 * HOUR);
    send();
    expect(said()).toBe('Jun 16, 8:00 AM to Jun 16, 7:00 PM');
  });

  test('is not reported after a short stop', () => {
    rememberStop(ports, { name: 'Ann', interval: HOUR, since: START });
    ports.wait(HOUR);
    sendDueEmail(ports, undefined);
    ports.wait(DAY);
    send();
    expect(said()).toBeUndefined();
  });

  test('is not reported if emails were off when it stopped', () => {
    choose({ daily: false, alerts: false });
    rememberStop(ports, beat());
    choose({ daily: true, hour: 8 });
    ports.wait(DAY);
    send();
    expect(said()).toBeUndefined();
  });
});

describe('the choice', () => {
  test('is off at first, and kept', () => {
    expect(view()).toEqual({
      ...{ daily: false, hour: 7, alerts: false },
      ...{ waitsFor: null, problem: null, zone: 'America/New_York' },
    });
    choose({ daily: true, hour: 23, alerts: true });
    expect(view()).toMatchObject({ daily: true, hour: 23, alerts: true });
    choose({ daily: true });
    expect(view()).toMatchObject({ daily: true, hour: 7, alerts: false });
  });

  test.each([-1, 24, 7.5, '7'])('of the hour %o is refused', (hour) => {
    expect(refused(ports, 'setEmail', { daily: true, hour })).toMatchObject({
      code: 'MARKET_ARGUMENT',
      message: 'Choose an hour from 0 to 23.',
    });
    expect(view().daily).toBe(false);
  });

  test('needs the permission only to turn emails on', () => {
    ports.mail.isAllowed = () => false;
    const how = expect.stringContaining('npm run deploy -- --with email');
    for (const choice of [{ daily: true }, { alerts: true }])
      expect(refused(ports, 'setEmail', choice).message).toEqual(how);
    choose({ daily: false, alerts: false });
    expect(view()).toMatchObject({ daily: false, alerts: false, waitsFor: how });
  });
});
