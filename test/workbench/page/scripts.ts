/** Runs script functions, shows their pages, and goes to the sheet and selection that they set. */
import type { WireShown } from '../wire.ts';
import { showPage } from './dialogs.ts';
import { type FrameHost, scriptFrame } from './script-frame.ts';
import { type Led, server } from './server.ts';
import { showSidebar } from './sidebar.ts';
import { toast } from './toast.ts';
import type { View } from './view.ts';

export class Scripts {
  readonly #view: View;
  readonly #host: Omit<FrameHost, 'close'>;

  constructor(view: View, focusGrid: () => void) {
    this.#view = view;
    this.#host = { focusGrid, run: (name, args) => this.#run(name, args) };
  }

  async menuItem(handler: string): Promise<void> {
    try {
      await this.#view.outbox.arrived();
      const { place } = this.#view;
      const result = await server.runMenuItem(handler, place);
      for (const shown of result.shown) this.#show(shown);
      if (!result.ok) toast(result.message, 'Error');
      this.#follow(place, result);
    } catch (error) {
      toast((error as Error).message, 'Error');
    }
  }

  async #run(name: string, args: unknown[]) {
    await this.#view.outbox.arrived();
    const { place } = this.#view;
    const result = await server.run(name, args, place);
    this.#follow(place, result);
    return result;
  }

  /** Shows the script's sheet and selection if they changed. */
  #follow(before: Led, { sheet, selected }: Led): void {
    if (sheet === before.sheet && !selected) return;
    const go = () => (selected ? this.#view.select(sheet, selected) : this.#view.activate(sheet));
    // The sheet may arrive after this reply.
    setTimeout(go, 150);
  }

  #show({ what, title, text }: WireShown): void {
    if (what === 'sidebar') showSidebar(title, text, this.#host);
    else {
      const content = document.createElement('div');
      const close = () => content.closest('dialog')?.close();
      content.append(scriptFrame(title, text, { ...this.#host, close }));
      showPage(content);
    }
  }
}
