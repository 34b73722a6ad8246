// `npm run bench -- NAME ...`: measures the built product beside a bare server. Without a name: the list, and the quick ones.
import { prepareOrExit } from './bootstrap.mjs';
import { node24 } from './node24.mjs';
import { root } from './project.mjs';
import { runGroup } from './process-group.mjs';

process.chdir(root);
await prepareOrExit();
const { code } = await runGroup(node24(), ['scripts/bench/run.ts', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = code;
