import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../support/test-folder.ts';

const tree = testFolder();

it('a file .env of the project is read, and the environment wins', () => {
  fs.mkdirSync(path.join(tree, 'scripts'));
  for (const name of ['node24.mjs', 'project.mjs'])
    fs.copyFileSync(`scripts/${name}`, path.join(tree, 'scripts', name));
  fs.writeFileSync(path.join(tree, 'show.mjs'), 'console.log(process.env.MAIL_TO, process.env.MAIL_FROM)');
  const source = "import { runUnderNode24 } from './scripts/node24.mjs'; await runUnderNode24(['show.mjs']);";
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', MAIL_FROM: 'environment' } as const;
  const options = { cwd: tree, env, encoding: 'utf8' } as const;
  const run = () => spawnSync(process.execPath, ['--input-type=module', '-e', source], options);
  expect(run()).toMatchObject({ stdout: 'undefined environment\n', stderr: '' });
  fs.writeFileSync(path.join(tree, '.env'), 'MAIL_TO=file\nMAIL_FROM=file\n');
  expect(run().stdout).toBe('file environment\n');
  fs.writeFileSync(path.join(tree, '.env'), '\uFEFFMAIL_TO=file\n');
  expect(run()).toMatchObject({ stdout: '', stderr: '.env cannot be read: it has a byte order mark\n' });
});
