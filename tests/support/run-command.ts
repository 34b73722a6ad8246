import { spawn } from 'node:child_process';
import path from 'node:path';
import { commandEnvironment } from '../../scripts/node24.mjs';
import { SESSION_SECRET } from './product.ts';

/** Runs a program in the project's folder, with nothing of our own environment but the path. */
export function run(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      SESSION_SECRET,
      ...commandEnvironment,
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
