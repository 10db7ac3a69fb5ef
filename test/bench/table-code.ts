/** Builds the script of the table samples: the add-on's Sheets adapter on the host's services. */
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { written } from './built.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const bridge: Plugin = {
  name: 'bridge',
  setup({ onResolve }) {
    onResolve({ filter: /\/bridge\.ts$/ }, () => ({
      path: fileURLToPath(new URL('programs/table-bridge.ts', import.meta.url)),
    }));
  },
};

// A string, because the adapter's Apps Script types aren't available here.
const entry = `
import { activeBook } from './src/google/book.ts';
import { prepare, pull } from './test/bench/programs/table-script.ts';
import { spreadsheetApp } from './test/host/inside/spreadsheet-app.ts';
globalThis.SpreadsheetApp = spreadsheetApp;
const surroundings = () => {
  const spreadsheet = spreadsheetApp.getActiveSpreadsheet();
  return {
    book: activeBook(),
    zone: spreadsheet.getSpreadsheetTimeZone(),
    sheet: (name) => spreadsheet.getSheetByName(name),
  };
};
globalThis.sample = { prepare, pull: (way, asOf) => pull(way, surroundings(), asOf) };
`;

export async function tableCode(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    plugins: [bridge],
    bundle: true,
    write: false,
    target: 'es2019',
    format: 'iife',
    logLevel: 'silent',
  });
  return written('tables.js', outputFiles[0]!.text);
}
