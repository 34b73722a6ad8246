import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export type Certificate = ReturnType<typeof makeCertificate>;

/** A certificate for localhost: its text, and files with it, its key and both. */
export function makeCertificate(folder: string) {
  const file = (name: string) => path.join(folder, name);
  const [crt, key, both] = [file('site.crt'), file('site.key'), file('site.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...name, '-keyout', key, '-out', crt], { stdio: 'ignore' });
  const pem = fs.readFileSync(crt, 'utf8');
  fs.writeFileSync(both, pem + fs.readFileSync(key, 'utf8'));
  return { pem, crt, key, both };
}
