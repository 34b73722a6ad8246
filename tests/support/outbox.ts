import fs from 'node:fs';
import path from 'node:path';

export function mailsIn(dataDir: string): string[] {
  const folder = path.join(dataDir, 'outbox');
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return names.map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
}

export const unfold = (mail: string) => mail.replace(/=\r?\n/g, '');
