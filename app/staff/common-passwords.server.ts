import fs from 'node:fs';
import path from 'node:path';

let common: Set<string> | undefined;

/** Whether a password is among those that attackers try first, in any case of letters. */
export function isCommonPassword(password: string): boolean {
  common ??= readList();
  return common.has(password.normalize('NFKC').toLowerCase().trim());
}

// From the sources, where it stands beside this file: the bundle holds no text files.
function readList(): Set<string> {
  const text = fs.readFileSync(path.resolve('app/staff/common-passwords.txt'), 'utf8');
  return new Set(text.split('\n').filter((line) => line && !line.startsWith('#')));
}
