/** CPU time to compile and evaluate a bundle in a new context and process. */
import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';

const [path] = process.argv.slice(2);
const code = readFileSync(path!, 'utf8');
const context = createContext({});
// Measure CPU time, because other load on the machine distorts wall time.
const start = process.cpuUsage();
new Script(code).runInContext(context);
const { user, system } = process.cpuUsage(start);
console.log(JSON.stringify({ ms: (user + system) / 1000 }));
