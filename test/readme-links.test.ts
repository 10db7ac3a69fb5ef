/** Every link in a README leads to an existing file and heading. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const pages = [
  'README.md',
  ...readdirSync(`${ROOT}.github`).flatMap((file) => (file.endsWith('.md') ? `.github/${file}` : [])),
  ...['src', 'sidebar', 'test'].flatMap((folder) =>
    (readdirSync(ROOT + folder, { recursive: true }) as string[])
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('/README.md')),
  ),
];

const textOf = (file: string) => readFileSync(file, 'utf8');

/** Ignores links in code. */
function linksIn(page: string): readonly string[] {
  const prose = page.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '``');
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link]) => link!);
}

/** The anchors that repository hosts generate for a page's headings. */
function anchorsIn(page: string): readonly string[] {
  const headings = [...page.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns a link's error; undefined if the target exists or is on the web. */
function wrongWith(page: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? ROOT + page : resolve(ROOT, dirname(page), path);
  if (!target.startsWith(ROOT)) return 'leads out of the repository';
  if (!existsSync(target)) return 'there is no such file';
  if (anchor !== undefined && !anchorsIn(textOf(target)).includes(anchor)) return 'there is no such heading';
  return undefined;
}

test.each(pages)('%s', (page) => {
  const links = linksIn(textOf(ROOT + page));
  const wrong = links.flatMap((link) => {
    const why = wrongWith(page, link);
    return why ? [`${link}: ${why}`] : [];
  });
  expect(wrong).toEqual([]);
});

test('every path below "How to add" in src/README.md exists', () => {
  const guide = textOf(`${ROOT}src/README.md`);
  const lists = guide.slice(guide.indexOf('## How to add'), guide.indexOf('## Habits'));
  const paths = [...lists.matchAll(/`([\w./-]+\/[\w.-]*)`/g)].map(([, path]) => path!);
  const fixed = paths.filter((path) => !path.includes('NAME'));
  expect(fixed.length).toBeGreaterThan(15);
  // A path can be relative to the root, to `src`, or to a folder that the text names before it.
  const places = ['', 'src/', ...['', 'marketplace/', 'fixtures/', 'end-to-end/'].map((each) => `test/${each}`)];
  const isThere = (path: string) => places.some((place) => existsSync(resolve(ROOT, place, path)));
  const lost = fixed.filter((path) => !isThere(path));
  expect(lost, 'paths below "How to add" in src/README.md that are nowhere').toEqual([]);
});

test('reports a broken link', () => {
  expect(pages).toContain('src/formulas/README.md');
  expect(wrongWith('README.md', 'src/none.md')).toBe('there is no such file');
  expect(wrongWith('README.md', 'src/formulas/README.md#none')).toBe('there is no such heading');
  expect(wrongWith('README.md', '../elsewhere.md')).toBe('leads out of the repository');
  expect(wrongWith('README.md', 'src/formulas/README.md#errors')).toBeUndefined();
  expect(linksIn('[one](a.md), `[two](b.md)`\n```\n[three](c.md)\n```\n')).toEqual(['a.md']);
});
