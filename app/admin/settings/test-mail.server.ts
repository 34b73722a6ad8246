import { randomUUID } from 'node:crypto';
import type { App } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { sendToOffice } from '../../enquiries/mails/office-mails.server.ts';
import { plainMail } from '../../mail/mail-text.ts';
import { KEPT } from '../../mail/mail.ts';
import { mailService } from '../../mail/sender.server.ts';

/** @returns the outcome in words for staff */
export async function sendTest(app: App, em: EntityManager, by: Actor): Promise<string> {
  const words = `This is a test that ${by.who} sent from ${app.env.appUrl}. Whoever gets it is told of enquiries.`;
  const mail = plainMail('Test: you are told of enquiries', [{ text: words }]);
  const sent = await sendToOffice(app, em, { id: randomUUID(), automatic: 'generated', ...mail, date: new Date() });
  if (sent.outcome !== 'sent') return `It was not sent: ${sent.reason}.`;
  if (sent.reason) return sent.reason === KEPT ? `It was ${KEPT}.` : `It was sent, but ${sent.reason}.`;
  const service = mailService(app.env);
  await em.transactional(async (tx) => {
    // SQL: the version stays, so that no open form becomes outdated.
    await tx.execute(
      'insert into settings (mail_tested) values (?) on conflict (id) do update set mail_tested = excluded.mail_tested',
      [service],
    );
    await recordActivity(tx, 'settings', by, `Sent a test mail by ${service}`);
  });
  return 'The mail service took it. Look whether it arrives, also among the spam.';
}
