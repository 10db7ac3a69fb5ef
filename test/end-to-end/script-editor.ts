/** A simulated user who follows written instructions in a spreadsheet and the Apps Script editor, click by click. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBundle } from '../host/bundle.ts';
import { World } from '../host/steps/world.ts';
import { repliesOf } from './scenario.ts';

export interface Act {
  readonly kind: 'click' | 'press' | 'type' | 'copy';
  readonly text: string;
}

const KINDS = { b: 'click', kbd: 'press', code: 'type', button: 'copy' } as const;

/** Returns the marked instructions in the page's numbered steps. */
export function actsOf(page: string): readonly Act[] {
  const steps = [...page.matchAll(/<ol>(.*?)<\/ol>/gs)].map(([, list]) => list).join('');
  const marked = /<(b|kbd|code|button)(?: [^>]*?data-copy="([^"]+)")?>(.*?)<\/\1>/gs;
  return [...steps.matchAll(marked)].map(([, tag, file, text]) => ({
    kind: KINDS[tag as keyof typeof KINDS],
    text: file ?? text!,
  }));
}

const MANIFEST = 'appsscript.json';
const SHOW_MANIFEST = 'Show "appsscript.json" manifest file in editor';

export class Person {
  /** The reloaded spreadsheet with the saved script. */
  world: World | undefined;
  readonly #copy: (name: string) => string | Promise<string>;
  readonly #scratch: string;
  /** A new script project as Google creates it. */
  readonly #files = new Map([
    ['Code.gs', 'function myFunction() {\n\n}\n'],
    [MANIFEST, '{}'],
  ]);
  #project = 'Untitled project';
  #place: 'spreadsheet' | 'editor' | 'settings' = 'spreadsheet';
  #isManifestShown = false;
  #isAllowed = false;
  #clipboard = '';
  #open: string | undefined;
  #isAllSelected = false;
  #typed = '';
  /** Buttons that are still to be clicked in the open dialogs, in order. */
  #asked: readonly string[] = [];
  #isNaming: 'project' | 'page' | undefined;
  #menuClicked = '';
  #cell: string | undefined;

  /** `copy` returns the text of the named copy button. `scratch` is the folder for the script project. */
  constructor(copy: (name: string) => string | Promise<string>, scratch: string) {
    this.#copy = copy;
    this.#scratch = scratch;
  }

  /** Follows an instruction; throws if it's impossible. */
  async do({ kind, text }: Act): Promise<void> {
    const label = text.replace(/&lt;/g, '<').replace(/&amp;/g, '&');
    if (kind === 'copy') this.#clipboard = await this.#copy(label);
    else if (kind === 'type') this.#typed = label;
    else if (kind === 'press') await this.#press(label);
    else await this.#click(label);
  }

  async close(): Promise<void> {
    await this.world?.close();
  }

  async #press(keys: string): Promise<void> {
    if (keys === 'F5') return this.#reload();
    if (keys === 'Enter' && this.#isNaming === 'page') return this.#addPage(this.#typed);
    if (keys === 'Enter' && this.#cell !== undefined)
      return void (await this.#step({ cells: { [this.#cell]: this.#typed } }));
    if (this.#place !== 'editor' || this.#open === undefined) throw new Error(`No file is open for ${keys}`);
    if (keys === 'Ctrl A') this.#isAllSelected = true;
    else if (keys === 'Ctrl V') {
      const before = this.#isAllSelected ? '' : this.#files.get(this.#open)!;
      this.#files.set(this.#open, before + this.#clipboard);
      this.#isAllSelected = false;
    } else throw new Error(`Unknown keys: ${keys}`);
  }

  async #click(label: string): Promise<void> {
    if (this.#asked.length > 0) return this.#answer(label);
    if (label.startsWith('Extensions ▸ ')) return this.#menu(label.split(' ▸ ').slice(1));
    if (this.#place === 'spreadsheet') return this.#clickInSpreadsheet(label);
    if (label === 'Project Settings') this.#place = 'settings';
    else if (label === 'Editor') this.#place = 'editor';
    else if (this.#place === 'settings' && label === SHOW_MANIFEST) this.#isManifestShown = true;
    else if (this.#place === 'editor') this.#clickInEditor(label);
    else throw new Error(`No "${label}" in the settings`);
  }

  #clickInEditor(label: string): void {
    if (label === this.#project) this.#isNaming = 'project';
    else if (label === 'Rename' && this.#isNaming === 'project') this.#project = this.#typed;
    else if (label === '+') this.#isNaming = 'page';
    else if (label === 'HTML' && this.#isNaming === 'page') this.#open = undefined;
    else if (label === 'Save project') this.#save();
    else if (this.#files.has(label) && (label !== MANIFEST || this.#isManifestShown)) this.#open = label;
    else throw new Error(`No "${label}" in the script editor`);
  }

  async #clickInSpreadsheet(label: string): Promise<void> {
    if (label === '+') await this.#step({ eval: "ss.insertSheet('New')" });
    else if (label === 'A1') this.#cell = 'New!A1';
    else throw new Error(`No "${label}" in the spreadsheet`);
  }

  #addPage(name: string): void {
    this.#open = `${name}.html`;
    this.#files.set(this.#open, '<!DOCTYPE html>\n');
    this.#isNaming = undefined;
  }

  /** Script files have another extension on disk. */
  #save(): void {
    mkdirSync(this.#scratch, { recursive: true });
    for (const [name, text] of this.#files) writeFileSync(join(this.#scratch, name.replace(/\.gs$/, '.js')), text);
  }

  async #reload(): Promise<void> {
    this.#place = 'spreadsheet';
    this.world = new World(readBundle(this.#scratch));
    await this.world.host();
  }

  async #menu([entry, ...items]: readonly string[]): Promise<void> {
    if (entry === 'Apps Script') this.#place = 'editor';
    else if (entry !== this.#project) throw new Error(`No Extensions ▸ ${entry} menu`);
    else if (this.#isAllowed) await this.#choose(items[items.length - 1]!);
    else {
      this.#menuClicked = items.join(' ▸ ');
      this.#asked = ['OK', 'Advanced', `Go to ${this.#project} (unsafe)`, 'Select all', 'Continue'];
    }
  }

  /** Clicks a button in the permission dialogs, which the first menu click opens. */
  #answer(label: string): void {
    const [wanted, ...rest] = this.#asked;
    if (label !== wanted) throw new Error(`After ${this.#menuClicked}, Google shows "${wanted}", not "${label}"`);
    this.#asked = rest;
    this.#isAllowed = rest.length === 0;
  }

  async #choose(item: string): Promise<void> {
    const { shown } = (await this.#step({ menu: item })) as { readonly shown: readonly { what: string }[] };
    if (item === 'Open sidebar' && !shown.some(({ what }) => what === 'sidebar'))
      throw new Error(`No sidebar opened: ${JSON.stringify(shown)}`);
  }

  async #step(step: object): Promise<unknown> {
    if (!this.world) throw new Error('The script was not saved, or the spreadsheet not reloaded');
    const [reply] = await repliesOf(this.world, [step]);
    if (!reply!.ok) throw new Error(`${JSON.stringify(step)}: ${reply!.error!.message}`);
    return reply!.value;
  }
}
