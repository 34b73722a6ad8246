import { findApp, type App } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Mail, SendResult } from '../../mail/mail.ts';
import { readSettings } from '../settings.server.ts';

/** Who is told of enquiries, with commas; null while nobody is named. */
export async function findOffice(em: EntityManager): Promise<string | null> {
  return (await readSettings(em)).mailTo ?? findApp(em).env.MAIL_TO ?? null;
}

/** Sends a mail to those who are told of enquiries at this moment. */
export async function sendToOffice({ mailer }: App, em: EntityManager, mail: Mail): Promise<SendResult> {
  const office = await findOffice(em);
  return mailer.send({ ...mail, ...(office ? { office } : {}) });
}
