import { orExit, readArguments } from '../arguments.mjs';
import { checkAll } from './table.ts';
import { stopAll } from './processes.ts';

interface Bench {
  what: string;
  isQuick: boolean;
  load: () => Promise<{ default: () => Promise<void> }>;
}
const benches: Record<string, Bench> = {
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
  contact: {
    what: 'enquiries validated, saved and queued, against a bare server with one insert',
    isQuick: true,
    load: () => import('./enquiries.ts'),
  },
  events: {
    what: '10,000 open streams: delay of a change, memory, opening and closing',
    isQuick: false,
    load: () => import('./event-streams.ts'),
  },
  inbox: {
    what: 'opening, marking and exporting with 50, 5,000 and 500,000 messages',
    isQuick: false,
    load: () => import('./inbox.ts'),
  },
  cluster: {
    what: 'one, two and three processes on one database by CPU seconds, and what telling each other costs',
    isQuick: false,
    load: () => import('./cluster.ts'),
  },
  migration: {
    what: 'a new version on 500,000 messages, while the older one goes on taking enquiries',
    isQuick: false,
    load: () => import('./migration.ts'),
  },
  activity: {
    what: "what the activity log's line costs a save of staff, and its page with 1,000,000 lines",
    isQuick: false,
    load: () => import('./activity.ts'),
  },
  weight: {
    what: 'every public page in Chromium as on a slow phone: bytes, LCP, CLS, TBT, INP',
    isQuick: false,
    load: () => import('./weight.ts'),
  },
  navigation: {
    what: 'click to the first paint of the next page on a slow line, against a plain static site',
    isQuick: false,
    load: () => import('./navigation.ts'),
  },
  hydration: {
    what: 'keys pressed while React takes pages over, in a slowed Chromium and a fast Firefox: none is lost',
    isQuick: false,
    load: () => import('./hydration.ts'),
  },
  lighthouse: {
    what: "every public page by Lighthouse's mobile preset",
    isQuick: false,
    load: () => import('./lighthouse.ts'),
  },
  start: {
    what: 'process start to first page, part by part',
    isQuick: true,
    load: () => import('./start.ts'),
  },
  memory: {
    what: 'memory before, at the end of and after 10,000 page views, and that of the database and a bare Node',
    isQuick: true,
    load: () => import('./memory.ts'),
  },
  static: {
    what: 'built and public files: lifetimes, compression, HEAD, ranges, conditional requests',
    isQuick: true,
    load: () => import('./static-files.ts'),
  },
};

process.on('SIGINT', () => void stopAll().then(() => process.exit(130)));
process.on('SIGTERM', () => void stopAll().then(() => process.exit(143)));

const list = Object.entries(benches).map(
  ([name, { what, isQuick }]) => `  ${name.padEnd(11)}${what}${isQuick ? ' (quick)' : ''}`,
);
const USAGE = ['Usage:\n  npm run bench -- [NAME ...]   the quick ones without a name', ...list].join('\n');
const { positionals: named } = await orExit(() => readArguments(USAGE, { words: [0, Infinity] }));
const unknown = named.filter((name) => !(name in benches));
if (unknown.length) {
  console.error(`Unknown: ${unknown.join(', ')}\n${USAGE}`);
  process.exit(2);
}
if (!named.length) console.log(USAGE);
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
