// `npm run test:faults`: breaks the parts of the built product and measures what is seen. What follows goes to Vitest.
import { helpOrExit } from './arguments.mjs';
import { runMeasured } from './measured.mjs';

await helpOrExit('Usage:\n  npm run test:faults -- [FILES]   what else follows goes to Vitest');
const columns = ['fault', 'answer', 'healthy', 'acknowledged', 'stored', 'notified', 'lost', 'duplicated', 'note'];
await runMeasured('faults', process.argv.slice(2), columns);
