/** Builds the release folder: the script project as text files to paste, and a page with instructions. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { LICENSES, projectFiles } from './build.ts';
import { versionOf } from './bundle.ts';
import { PERMISSIONS, type Permission } from './manifest.ts';

export function release(root: string, out: string): void {
  const files = projectFiles(root).map((file) => ({
    text: readFileSync(join(root, 'dist', file), 'utf8'),
    // Double-clicking a .txt file shows its text. Double-clicking a .js file would run it, and an .html file would open
    // as a page.
    name: `${basename(file, extname(file))}.txt`,
    page: extname(file) === '.html' ? basename(file, '.html') : undefined,
  }));
  const pages = files.flatMap(({ name, page }) => (page === undefined ? [] : [pageStep(name, page)]));
  const values: Readonly<Record<string, string>> = {
    version: versionOf(root),
    count: String(files.length),
    files: files.map(({ name }) => `<a href="${name}" target="_blank">${name}</a>`).join(', '),
    pages: pages.join('\n'),
    choices: Object.values(PERMISSIONS).map(choice).join('\n'),
    texts: files.map(({ name, text }) => hidden(name, text)).join('\n'),
  };
  const template = readFileSync(join(root, 'src/build/install.html'), 'utf8');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const { name, text } of files) writeFileSync(join(out, name), text);
  copyFileSync(join(root, 'dist', LICENSES), join(out, LICENSES));
  writeFileSync(
    join(out, 'INSTALL.html'),
    template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!),
  );
}

/** Returns the checkbox for a permission, with its manifest changes in a data attribute. */
function choice({ label, about, oauthScopes, services }: Permission) {
  const adds = JSON.stringify({ oauthScopes, services }).replace(/"/g, '&quot;');
  return `<label><input type="checkbox" data-adds="${adds}"> ${label} (${about})</label>`;
}

function pageStep(name: string, page: string) {
  return `<li>Click <b>+</b> and <b>HTML</b>, type <code>${page}</code>, and press <kbd>Enter</kbd>. On this page, click <button type="button" data-copy="${name}">Copy ${name}</button>. In the editor, click anywhere in the code and press <kbd>Ctrl A</kbd> and <kbd>Ctrl V</kbd>.
<span class="picture">The + is next to Files. Type the name exactly as shown; the editor adds .html.</span></li>`;
}

/** Embeds a file's text for the copy button, because a local page can't read files. */
function hidden(name: string, text: string) {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  // HTML ignores a line break right after the opening tag.
  return `<textarea id="${name}" readonly tabindex="-1" aria-hidden="true">\n${escaped}</textarea>`;
}
