// `npm start` and `npm run dev`: everything a fresh clone needs, then the server in Node 24.
import { orExit, readArguments } from './arguments.mjs';
import { prepareOrExit } from './bootstrap.mjs';
import { runUnderNode24, serverEnvironment, serverFlags } from './node24.mjs';
import { root } from './project.mjs';

const USAGE = `Usage:
  npm start       installs and builds what has changed, then runs the site
  npm run dev     the same with changes shown at once
The settings are environment variables: see the README.`;
const { values } = await orExit(() => readArguments(USAGE, { options: { dev: { type: 'boolean' } } }));
const isDev = values.dev ?? false;
process.chdir(root);
await prepareOrExit({ isBuilt: !isDev });
const NODE_ENV = isDev ? 'development' : (process.env.NODE_ENV ?? 'production');
process.exitCode = await runUnderNode24([...serverFlags, 'app/server.ts'], {
  ...serverEnvironment,
  ...process.env,
  NODE_ENV,
});
