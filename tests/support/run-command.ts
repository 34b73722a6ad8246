import { spawn } from 'node:child_process';
import path from 'node:path';
import { commandEnvironment } from '../../scripts/node24.mjs';
import { SESSION_SECRET } from './product.ts';

type Ran = Record<'out' | 'err' | 'output', string> & { code: number | null };

/** Runs a program in the project's folder; it inherits only PATH and HOME. @param input its standard input */
export function run(program: string, args: string[], env: Record<string, string>, input = ''): Promise<Ran> {
  const { PATH, HOME } = process.env;
  const child = spawn(program, args, {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { PATH, HOME, NODE_ENV: 'production', LOG_LEVEL: 'warn', SESSION_SECRET, ...commandEnvironment, ...env },
  });
  const said = { out: '', err: '', output: '' };
  const hear = (which: 'out' | 'err') => (text: Buffer) => {
    said[which] += text.toString();
    said.output += text.toString();
  };
  child.stdout.on('data', hear('out'));
  child.stderr.on('data', hear('err'));
  child.stdin.on('error', () => {}).end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })));
}
