/** How long a bundle takes to be there: compiled and evaluated in a fresh context of a fresh process. */
import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';

const [path] = process.argv.slice(2);
const code = readFileSync(path!, 'utf8');
const context = createContext({});
const start = performance.now();
new Script(code).runInContext(context);
console.log(JSON.stringify({ ms: performance.now() - start }));
