import { exitOnUsageError, readArguments, UsageError } from '../arguments.mjs';
import { prepareOrExit } from '../bootstrap.mjs';
import { areTargetsMet, stopAll } from './processes.ts';

const QUICK = ' (quick)';
/** Benches by module and exported name, each with its description. */
const modules = {
  pages: {
    home: `the four most visited pages from memory, against a bare server with the same bytes${QUICK}`,
    uncached: `the same pages rendered for each request${QUICK}`,
    weight: 'every public page in Chromium as on a slow phone: bytes, LCP, CLS, TBT, INP',
  },
  load: {
    contact: `enquiries validated, saved and queued, against a bare server with one insert${QUICK}`,
    cluster: 'one, two and three processes on one database',
  },
  server: {
    start: `process start to first page${QUICK}`,
    memory: `memory before, at the end of and after 10,000 page views${QUICK}`,
    events: '10,000 open streams: delay of a change, memory, opening and closing',
  },
  staff: {
    inbox: 'opening, marking, searching and exporting with 50, 5,000 and 500,000 messages',
    mail: '1,000 mails that come in, and conversations of 2 and of 200 mails',
  },
};
const benches = Object.entries(modules).flatMap(([module, named]) =>
  Object.entries(named).map(([name, what]) => ({ name, what, module })),
);

process.on('SIGINT', () => void stopAll().then(() => process.exit(130)));
process.on('SIGTERM', () => void stopAll().then(() => process.exit(143)));

const list = benches.map(({ name, what }) => `  ${name.padEnd(11)}${what}`);
const USAGE = ['Usage:\n  npm run bench -- [NAME ...]   the quick ones without a name', ...list].join('\n');
const named = await exitOnUsageError(() => {
  const { positionals } = readArguments(USAGE, { words: [0, Infinity] });
  const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length) throw new UsageError(`Unknown: ${unknown.join(', ')}\n${USAGE}`);
  return positionals;
});
if (!named.length) console.log(USAGE);
await prepareOrExit();
for (const { name, what, module } of benches) {
  if (named.length ? !named.includes(name) : !what.endsWith(QUICK)) continue;
  console.log(`\n${name}: ${what}`);
  try {
    await ((await import(`./${module}.ts`)) as Record<string, () => Promise<void>>)[name]!();
  } finally {
    await stopAll();
  }
}
process.exitCode = areTargetsMet() ? 0 : 1;
