// `npm run start:remix-serve`: the same build under Remix's stock server. It has no page cache, event streams, limits on
// bodies or graceful stop of ours; what protects data (guards, origin checks, validation) holds there too.
import { orExit, readArguments } from './arguments.mjs';
import { prepareOrExit } from './bootstrap.mjs';
import { runUnderNode24 } from './node24.mjs';
import { root } from './project.mjs';

await orExit(() => readArguments('Usage:\n  npm run start:remix-serve'));
process.chdir(root);
await prepareOrExit();
process.exitCode = await runUnderNode24(['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'], {
  ...process.env,
  NODE_ENV: 'production',
});
