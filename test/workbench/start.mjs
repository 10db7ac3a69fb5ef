/** `npm start`: plain JavaScript, so it can report missing packages before loading TypeScript. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) fail(`Node.js 20.19 or newer is required. This is ${process.version}.`);

const loader = await import('tsx/esm/api').catch(() => undefined);
if (!loader) fail('Packages are missing. Run "npm ci" in this folder, then "npm start" again.');
loader.register();
await import('./main.ts');

/** @param {string} sentence */
function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
