/** How much computing a bundle takes to be there: compiled and evaluated in a fresh context of a fresh process. */
import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';

const [path] = process.argv.slice(2);
const code = readFileSync(path!, 'utf8');
const context = createContext({});
// Not the clock's time, which other work on the machine stretches.
const start = process.cpuUsage();
new Script(code).runInContext(context);
const { user, system } = process.cpuUsage(start);
console.log(JSON.stringify({ ms: (user + system) / 1000 }));
