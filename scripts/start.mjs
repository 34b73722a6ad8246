import { exitOnUsageError, readArguments } from './arguments.mjs';
import { prepareOrExit } from './bootstrap.mjs';
import { runUnderNode24, serverEnvironment, serverFlags } from './node24.mjs';
import { root } from './project.mjs';

const USAGE = `Usage:
  npm start                     installs and builds what has changed, then runs the site
  npm run dev                   the same with changes shown at once
  npm run start:remix-serve     the same build under Remix's stock server
The settings are environment variables: see the README.`;
const flag = { type: 'boolean', default: false };
const { values } = await exitOnUsageError(() => readArguments(USAGE, { options: { dev: flag, 'remix-serve': flag } }));
process.chdir(root);
await prepareOrExit({ isBuilt: !values.dev });
// Remix's server lacks our page cache, event streams, body limits and graceful stop. Guards, origin checks and validation
// work there, too.
const stock = ['node_modules/@remix-run/serve/dist/cli.js', 'scripts/remix-serve-build.mjs'];
const NODE_ENV = values.dev ? 'development' : (process.env.NODE_ENV ?? 'production');
process.exitCode = values['remix-serve']
  ? await runUnderNode24(stock, { ...process.env, NODE_ENV: 'production' })
  : await runUnderNode24([...serverFlags, 'app/server.ts'], { ...serverEnvironment, ...process.env, NODE_ENV });
