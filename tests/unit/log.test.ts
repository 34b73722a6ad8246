import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, it } from 'vitest';

it.skipIf(!fs.existsSync('/dev/full'))('a full disk costs lines of the log, and no process its end', () => {
  const source = `
    const { log } = await import('#app/http/log.server.ts');
    log.info('lost');
    setTimeout(() => (log.info('lost, too'), process.exit(7)), 300);`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', fs.openSync('/dev/full', 'w'), 'pipe'],
    env: { ...process.env, LOG_LEVEL: 'info' },
    ...{ encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' },
  });
  expect(ended).toMatchObject({ status: 7, stderr: '' });
});
