import { checkAll } from './table.ts';
import { stopAll } from './processes.ts';

const benches: Record<
  string,
  { what: string; isQuick: boolean; load: () => Promise<{ default: () => Promise<void> }> }
> = {
  home: {
    what: 'the four most visited pages from memory, against a bare server with the same bytes',
    isQuick: true,
    load: () => import('./cached-pages.ts'),
  },
  uncached: {
    what: 'the same pages rendered for each request',
    isQuick: true,
    load: () => import('./uncached-pages.ts'),
  },
};

process.on('SIGINT', () => void stopAll().then(() => process.exit(130)));
process.on('SIGTERM', () => void stopAll().then(() => process.exit(143)));

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in benches));
if (unknown.length || !named.length) {
  if (unknown.length) console.error(`Unknown: ${unknown.join(', ')}`);
  for (const [name, { what, isQuick }] of Object.entries(benches))
    console.log(`  ${name.padEnd(11)}${what}${isQuick ? ' (quick)' : ''}`);
  if (unknown.length) process.exit(1);
}
const chosen = named.length ? named : Object.keys(benches).filter((name) => benches[name]!.isQuick);
for (const name of chosen) {
  console.log(`\n${name}: ${benches[name]!.what}`);
  try {
    await (await benches[name]!.load()).default();
  } finally {
    await stopAll();
  }
}
process.exitCode = checkAll() ? 0 : 1;
