// `npm run start:remix-serve`: the same build under Remix's stock server. It has no page cache, event streams, limits on
// bodies or graceful stop of ours; what protects data (guards, origin checks, validation) holds there too.
import { BootstrapError, ensureBuilt, ensureInstalled, root, runUnderNode24 } from './bootstrap.mjs';

process.chdir(root);
try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof BootstrapError ? error.message : error);
  process.exit(1);
}
process.exitCode = await runUnderNode24(['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'], {
  ...process.env,
  NODE_ENV: 'production',
});
