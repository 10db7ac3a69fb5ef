/** A simulated user in a real browser, with a record of external requests and page errors. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, FrameLocator, Locator, Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';
import { isLong } from '../effort.ts';
import { screenshotPath } from './browser.ts';
import type { WireMenu } from './wire.ts';

interface Examined {
  readonly grave: readonly unknown[];
  readonly passes: number;
  readonly widths: readonly [content: number, room: number];
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export class Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Blocked requests to addresses outside the workbench. */
  readonly outside: string[];
  readonly errors: string[];

  private constructor(page: Page, outside: string[], errors: string[]) {
    this.page = page;
    this.context = page.context();
    this.outside = outside;
    this.errors = errors;
  }

  /**
   * For a second tab of the same user, pass the first tab's context. The user defaults to the owner. With `clock`, the
   * page's clock can be advanced.
   */
  static async arrive(url: string, at: Browser | BrowserContext, email?: string, clock = false): Promise<Visitor> {
    const viewport = { width: 1440, height: 800 };
    const deviceScaleFactor = 0.5;
    // An animated spinner is redrawn 60 times per second.
    const reducedMotion = 'reduce';
    const context = 'newContext' in at ? await at.newContext({ viewport, deviceScaleFactor, reducedMotion }) : at;
    const outside: string[] = [];
    await context.route(
      (asked) => asked.protocol.startsWith('http') && asked.origin !== url,
      (route) => {
        outside.push(route.request().url());
        return route.abort();
      },
    );
    // Allow for a busy machine.
    context.setDefaultTimeout(90_000);
    if (clock) await context.clock.install();
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
    const visitor = new Visitor(page, outside, errors);
    await visitor.load(email === undefined ? url : `${url}/?as=${encodeURIComponent(email)}`);
    return visitor;
  }

  /** Loads a URL, by default the current one. */
  async load(address = this.page.url()): Promise<void> {
    await this.page.goto(address);
    await this.page.locator('body[data-state=ready] .o-sheet.active').waitFor();
  }

  get sidebar(): FrameLocator {
    return this.page.frameLocator('#sidebar iframe');
  }

  /** Expects no serious accessibility violations and a width of 300 pixels. */
  async examineSidebar(): Promise<void> {
    const frame = this.page.frames().find((each) => each.parentFrame() !== null)!;
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe);
    const found = (await frame.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations, passes }) => ({
      grave: violations.filter(({ impact }) => /serious|critical/.test(impact))
        .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      passes: passes.length,
      widths: [document.documentElement.scrollWidth, document.documentElement.clientWidth],
    }))`)) as Examined;
    expect(found.passes).toBeGreaterThan(5);
    expect(found.grave).toEqual([]);
    expect(found.widths[0]).toBe(found.widths[1]);
  }

  /** Opens the sidebar as its menu item does. */
  async openSidebar(): Promise<void> {
    const frame = '#sidebar iframe';
    // The old sidebar remains for a moment.
    await this.page.evaluate((open) => document.querySelector(open)?.setAttribute('data-old', ''), frame);
    await this.page.evaluate((handler) => {
      const { workbench } = globalThis as unknown as { workbench: { menuItem(handler: string): Promise<void> } };
      return workbench.menuItem(handler);
    }, 'openSidebar');
    await this.page.locator(`${frame}:not([data-old])`).waitFor();
  }

  /** Clicks an item of the add-on's menu under Extensions, at any depth. */
  async menuItem(label: string): Promise<void> {
    await this.choose('Extensions', ...(await this.pathTo(label)));
  }

  private async pathTo(label: string): Promise<string[]> {
    const menus = await this.page.evaluate(async () => {
      const response = await fetch(`/api/menu${location.search}`);
      return (await response.json()) as WireMenu[];
    });
    const path = pathTo(menus, label);
    if (!path) throw new Error(`No menu item ${label}`);
    return path;
  }

  /** Opens a menu in the menu bar and selects an item at each level. */
  async choose(menu: string, ...items: string[]): Promise<void> {
    await this.page.locator('.o-topbar-menu', { hasText: menu }).click();
    for (const [index, label] of items.entries()) {
      const others = label === 'Sheets' ? { hasNotText: 'Market for Sheets' } : {};
      const item = this.page.locator('.o-menu-item', { hasText: label, ...others }).first();
      if (index < items.length - 1) await item.hover();
      else await item.click();
    }
  }

  /** Selects a menu item with the keyboard. Alt+N opens the Extensions menu. */
  async menuItemByKeys(label: string): Promise<void> {
    const { page } = this;
    const isInSidebar = () => page.evaluate(() => document.activeElement?.closest('#sidebar') !== null);
    // Keys pressed in the sidebar don't reach the page, so tab past the sidebar's last element first.
    for (let times = 0; times < 80 && (await isInSidebar()); times++) await page.keyboard.press('Tab');
    await page.keyboard.press('Alt+n');
    for (const name of await this.pathTo(label)) {
      const others = name === 'Sheets' ? { hasNotText: 'Market for Sheets' } : {};
      const item = page.locator('.o-menu-item', { hasText: name, ...others }).first();
      await item.waitFor();
      const isReached = () => item.evaluate((element) => element.classList.contains('o-menu-item-active'));
      const active = () => page.locator('.o-menu-item-active').allTextContents();
      while (!(await isReached())) {
        const before = await active();
        await page.keyboard.press('ArrowDown');
        // A second key before the page is redrawn would pass the item.
        await expect.poll(active, { interval: 10, timeout: 90_000 }).not.toEqual(before);
      }
      await page.keyboard.press('Enter');
    }
  }

  /** Moves the focus to an element with the Tab key. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let times = 0; times < 80; times++) {
      const way = await target.evaluate((element) => {
        const focused = document.activeElement;
        if (focused === element) return undefined;
        const isBehind = focused && element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
        return isBehind ? 'Shift+Tab' : 'Tab';
      });
      if (!way) return;
      await this.page.keyboard.press(way);
    }
    throw new Error(`The Tab key does not reach ${target}`);
  }

  async pressOn(target: Locator): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.press('Enter');
  }

  async agree(question: string | RegExp): Promise<void> {
    const dialog = this.page.locator('dialog[open]').filter({ hasText: question });
    await dialog.getByRole('button', { name: 'Yes' }).click();
  }

  async agreeByKeys(question: string | RegExp): Promise<void> {
    const yes = this.page.locator('dialog[open]').filter({ hasText: question }).getByRole('button', { name: 'Yes' });
    await this.pressOn(yes);
  }

  /** Waits for a menu item's message in a toast or dialog, and closes the dialog. */
  async menuSays(words: string | RegExp): Promise<void> {
    const said = this.page.locator('.toast-note, dialog[open]').filter({ hasText: words }).first();
    await said.waitFor();
    const ok = said.getByRole('button', { name: 'OK' });
    if ((await ok.count()) > 0) await ok.click();
  }

  async goTo(cell: string): Promise<void> {
    const name = this.page.locator('.o-named-range-selector-container input').first();
    await name.click();
    await name.fill(cell);
    await name.press('Enter');
  }

  /**
   * Types the first key to start editing and inserts the rest, because the page parses the formula on every keystroke.
   */
  async type(cell: string, text: string): Promise<void> {
    await this.goTo(cell);
    const { keyboard } = this.page;
    await keyboard.type(text.slice(0, 1));
    await keyboard.insertText(text.slice(1));
    await keyboard.press('Enter');
  }

  /** Requires an unscrolled sheet with default column widths and row heights. */
  async pointAt(cell: string): Promise<void> {
    const [, letter, number] = /^([A-Z])(\d+)$/.exec(cell)!;
    const grid = (await this.page.locator('.o-grid').boundingBox())!;
    const x = grid.x + 48 + (letter!.charCodeAt(0) - 65) * 100 + 40;
    const y = grid.y + 26 + (Number(number) - 1) * 21 + 10;
    await this.page.mouse.move(x - 10, y + 60);
    await this.page.mouse.move(x, y, { steps: 4 });
  }

  async text(cell: string, sheet = 'Sheet1'): Promise<string | undefined> {
    return await this.page.evaluate(
      ([sheet, cell]) => {
        const { workbench } = globalThis as unknown as {
          workbench: { textAt(sheet: string, cell: string): string | undefined };
        };
        return workbench.textAt(sheet!, cell!);
      },
      [sheet, cell],
    );
  }

  /** First visible row below the frozen rows. */
  async topRow(): Promise<number> {
    return await this.page.evaluate(() => {
      const { workbench } = globalThis as unknown as { workbench: { topRow(): number } };
      return workbench.topRow();
    });
  }

  async look(cell: string, sheet = 'Sheet1'): Promise<Record<string, unknown>> {
    return await this.page.evaluate(
      ([sheet, cell]) => {
        const { workbench } = globalThis as unknown as {
          workbench: { lookOf(sheet: string, cell: string): Record<string, unknown> };
        };
        return workbench.lookOf(sheet!, cell!);
      },
      [sheet, cell],
    );
  }

  tabs(): Promise<string[]> {
    return this.page.locator('.o-sheet').allTextContents();
  }

  async showTab(name: string): Promise<void> {
    await this.page.locator('.o-sheet', { hasText: new RegExp(`^\\s*${name}\\s*$`) }).click();
  }

  /** Saves a connection with valid keys. */
  async connect(...typed: Parameters<Visitor['saveConnection']>): Promise<void> {
    await this.saveConnection(...typed);
    await this.sidebar.getByRole('heading', { name: 'Connections' }).waitFor();
  }

  async saveConnection(shop: { sellerId: string; apiKey: string; secretKey: string }, baseUrl: string): Promise<void> {
    await this.sidebar
      .getByRole('tabpanel')
      .getByRole('button', { name: /^(Connect your shop|Connect with your own keys|Add a connection)$/ })
      .click();
    await this.fillConnection(shop, baseUrl);
  }

  async fillConnection(...[shop, baseUrl]: Parameters<Visitor['saveConnection']>): Promise<void> {
    const { sidebar } = this;
    await sidebar.getByLabel('API address').fill(baseUrl);
    await sidebar.getByLabel('Seller ID').fill(shop.sellerId);
    await sidebar.getByLabel('API key').fill(shop.apiKey);
    await sidebar.getByLabel('Secret key').fill(shop.secretKey);
    await sidebar.getByRole('button', { name: 'Save', exact: true }).click();
  }

  /** Runs `change` once the sidebar has sent a call of `name`. An earlier change could be noticed by a poll first. */
  async changeDuring(name: string, change: () => void): Promise<void> {
    await this.#intercept(name, (route) => {
      change();
      return route.continue();
    });
  }

  /** Holds back the reply to the sidebar's next call of `name`. Returns a function that delivers it. */
  async holdReply(name: string): Promise<() => void> {
    const { promise, resolve } = released();
    await this.#intercept(name, async (route) => {
      const response = await route.fetch();
      await promise;
      await route.fulfill({ response });
    });
    return resolve;
  }

  /** Holds back the sidebar's next call of `name`. Returns a function that sends it, with a part of it replaced. */
  async holdCall(name: string, part = '', other = ''): Promise<() => void> {
    const { promise, resolve } = released();
    await this.#intercept(name, async (route) => {
      await promise;
      const body = route.request().postData()!;
      expect(body).toContain(part);
      await route.continue({ postData: body.replace(part, other) });
    });
    return resolve;
  }

  /** Handles the sidebar's next call of `name`. */
  async #intercept(name: string, handle: (route: Route) => Promise<void>): Promise<void> {
    const calls = '**/api/run*';
    const first = async (route: Route) => {
      if (!isCallOf(name, route.request())) return route.fallback();
      await handle(route);
      // Only this handler: the test may have added another one already.
      await this.page.unroute(calls, first);
    };
    await this.page.route(calls, first);
  }

  /** Waits for a reply to a call of `first`, then for one to a call of `next`. */
  async replies(first: string, next: string): Promise<void> {
    let isNext = false;
    await this.page.waitForResponse((response) => {
      isNext ||= isCallOf(first, response.request());
      return isNext && isCallOf(next, response.request());
    });
  }

  /** Advances the page's clock until the sidebar checks for changes. Requires an installed clock. */
  async waitForNews(): Promise<void> {
    await this.page.clock.fastForward(10_000);
  }

  /** Moves the clock with the developer tools, like a user, and returns the resulting message. */
  async moveClock(by: '+1 h' | '+1 day' | 'Next trigger'): Promise<string> {
    const drawer = this.page.getByRole('region', { name: 'Developer tools' });
    await this.page.getByRole('button', { name: /^Developer tools/ }).click();
    await drawer.getByRole('button', { name: `${by}: ` }).click();
    const said = drawer.getByRole('status').filter({ hasText: /^(Moved to|Stopped at)/ });
    await said.waitFor({ timeout: 120_000 });
    const words = (await said.textContent())!;
    await drawer.getByRole('button', { name: /^Close/ }).click();
    return words;
  }

  /** Long runs only. */
  async screenshot(name: string): Promise<void> {
    if (isLong) await this.page.screenshot({ path: screenshotPath(name) });
  }
}

function isCallOf(name: string, request: Request): boolean {
  return request.postData()?.includes(`"${name}"`) === true;
}

function pathTo(entries: readonly (WireMenu | 'separator')[], label: string): string[] | undefined {
  for (const entry of entries) {
    if (entry === 'separator') continue;
    if (entry.label === label && entry.handler) return [label];
    const below = pathTo(entry.entries ?? [], label);
    if (below) return [entry.label, ...below];
  }
  return undefined;
}

function released(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
