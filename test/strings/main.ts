/**
 * The `strings` command lists user-visible strings by surface, with file and line. Strings composed at run time are
 * listed in parts. The list includes a few strings that users never see.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API } from 'typescript/unstable/sync';
import { type Text, textsOf } from './texts.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROJECTS = ['sidebar', 'src', 'src/check', 'src/build'];
const PAGES = ['src/build/install.html'];

/** The first match wins. */
const SURFACES: readonly (readonly [surface: string, files: RegExp])[] = [
  ['Sidebar', /^sidebar\//],
  ['Menu and dialogs', /^src\/google\//],
  ['Email', /^src\/app\/email/],
  ['Answers to the sidebar', /^src\/(app|account|pull)\//],
  ['Help', /^src\/help\//],
  ['Formulas', /^src\/formulas\//],
  ['Findings', /^src\/insights\/(findings|facts)\//],
  ['Today', /^src\/insights\/today\//],
  ['Reports', /^src\/(insights|tables\/reports)\//],
  [
    'Sheets: Rules, Jobs, Log, Status, Changes',
    /^src\/(schedule|tables\/(rules|jobs-table|log|status|changes|findings))/,
  ],
  ['Sheets: headers and notes of the tables', /^src\/(operations|tables)\//],
  ['Errors of the service and of settings', /^src\/(protocol|limits|demo)\//],
  ['Warehouse', /^src\/warehouse\//],
  ['Installation check', /^src\/check\//],
  ['Installation and listing', /^src\/build\//],
];

function sourceTexts(): Map<string, readonly Text[]> {
  const api = new API({ cwd: ROOT });
  try {
    const snapshot = api.updateSnapshot({
      openProjects: PROJECTS.map((project) => join(ROOT, project, 'tsconfig.json')),
    });
    const texts = new Map<string, readonly Text[]>();
    for (const { program } of snapshot.getProjects()) {
      for (const path of program.getSourceFileNames()) {
        const name = relative(ROOT, path);
        if (!/^(src|sidebar)\/.*\.tsx?$/.test(name) || texts.has(name)) continue;
        const file = program.getSourceFile(path);
        if (file) texts.set(name, textsOf(file));
      }
    }
    return texts;
  } finally {
    api.close();
  }
}

/** Strips tags, scripts, and styles. */
function pageTexts(page: string): readonly Text[] {
  const blank = (part: string): string => part.replace(/[^\n]/g, '');
  const plain = readFileSync(join(ROOT, page), 'utf8')
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, blank)
    .replace(/<[^>]*>/g, blank);
  return plain
    .split('\n')
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => /[a-z]{2}/i.test(text));
}

const texts = sourceTexts();
for (const page of PAGES) texts.set(page, pageTexts(page));
const files = [...texts.keys()].sort();
for (const [surface] of SURFACES) {
  const own = files.filter((file) => SURFACES.find(([, pattern]) => pattern.test(file))?.[0] === surface);
  console.log(`\n# ${surface}`);
  for (const file of own) for (const { line, text } of texts.get(file) ?? []) console.log(`${file}:${line}\t${text}`);
}
