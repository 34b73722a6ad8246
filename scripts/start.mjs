// `npm start` and `npm run dev`: everything a fresh clone needs, then the server in Node 24.
import { prepareOrExit } from './bootstrap.mjs';
import { runUnderNode24, serverEnvironment, serverFlags } from './node24.mjs';
import { root } from './project.mjs';

const isDev = process.argv.includes('--dev');
process.chdir(root);
await prepareOrExit({ isBuilt: !isDev });
const NODE_ENV = isDev ? 'development' : (process.env.NODE_ENV ?? 'production');
process.exitCode = await runUnderNode24([...serverFlags, 'app/server.ts'], {
  ...serverEnvironment,
  ...process.env,
  NODE_ENV,
});
