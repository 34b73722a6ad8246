import fs from 'node:fs/promises';
import path from 'node:path';
import { NEW, writeWhole } from '../storage/disk-store.server.ts';
import { KEPT, messageOf, type Mail, type MailSender, type SendResult } from './mail.ts';
import { DAY_MS } from '../time/local-time.ts';

const nameEnd = (id: string) => `-${id.replace(/[^A-Za-z0-9-]/g, '')}.eml`;

export async function removeFromOutbox(folder: string, ids: string[]): Promise<void> {
  const ends = new Set(ids.map(nameEnd));
  for (const name of await fs.readdir(folder).catch(() => []))
    if (ends.has(name.slice(name.indexOf('-')))) await fs.rm(path.join(folder, name), { force: true });
}

const KEPT_DAYS = 30;

export async function removeOld(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const since = (await fs.stat(file).catch(() => null))?.ctimeMs ?? Date.now();
    if (Date.now() - since > KEPT_DAYS * DAY_MS) await fs.rm(file, { force: true });
  }
}

/** For a site without a mail service. Another try replaces the file. */
export function outboxSender(folder: string, from = 'website@localhost', to = 'enquiries@localhost'): MailSender {
  async function send(mail: Mail): Promise<SendResult> {
    const stamp = mail.date.toISOString().replace(/[-:]|\.\d+/g, '');
    const name = stamp + nameEnd(mail.id);
    try {
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
      const bytes = await new MailComposer(messageOf(mail, from, to)).compile().build();
      await writeWhole(folder, name, (partial) => fs.writeFile(partial, bytes, NEW));
      return { outcome: 'sent', id: name, reason: KEPT };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? (error as Error).name;
      return { outcome: 'retry', reason: `the outbox could not be written (${code})` };
    }
  }
  return { send };
}
