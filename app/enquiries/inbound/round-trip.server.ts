import { randomUUID } from 'node:crypto';
import { findApp, type App } from '#db/app.ts';
import { RoundTrip, type InboundMail } from '#db/entities/inbound-mail.ts';
import type { EntityManager } from '#db/orm.ts';
import { plainMail } from '../../mail/mail-text.ts';
import { undeliveredText } from './delivery-report.ts';
import { readTokens, replyAddress } from './reply-address.server.ts';
import type { ReadMail } from './read-mail.server.ts';

const KEPT_DAYS = 30; // a mail that comes back later counts as an automatic mail
const WAIT_S = 120;

const WORDS = 'The website sent this to itself, to see whether answers of clients reach it. Nobody need do anything.';

export type RoundTripState = NonNullable<Awaited<ReturnType<typeof findRoundTrip>>>;

/** Sends a mail to the address that answers come to, with a token of its own. */
export async function sendRoundTrip(app: App, em: EntityManager): Promise<void> {
  const id = randomUUID();
  // SQL: by the database's clock.
  await em.execute('delete from round_trips where sent_at < now() - make_interval(days => ?)', [KEPT_DAYS]);
  await em.insert(RoundTrip, { id });
  const sent = await app.mailer.send({
    id,
    to: replyAddress(app.env, id.replaceAll('-', ''))!,
    automatic: 'generated',
    ...plainMail('Does this come back?', [{ text: WORDS }]),
    date: new Date(),
  });
  if (sent.reason) await em.nativeUpdate(RoundTrip, { id }, { reason: sent.reason });
}

export async function findRoundTrip(em: EntityManager) {
  // SQL: by the database's clock.
  const [last] = await em.execute<{ isBack: boolean; seconds: number; reason: string | null }[]>(
    `select back_at is not null as "isBack", reason,
       extract(epoch from coalesce(back_at, now()) - sent_at)::float8 as seconds from round_trips order by sent_at desc limit 1`,
  );
  if (!last) return null;
  const seconds = Math.max(1, Math.round(last.seconds));
  if (last.isBack) return { is: 'back' as const, seconds };
  if (last.reason) return { is: 'stuck' as const, reason: last.reason };
  return seconds < WAIT_S ? { is: 'on its way' as const, seconds } : { is: 'late' as const };
}

/** Notes that the mail came back, or the report that it was not delivered. @returns false for any other mail */
export async function takeRoundTrip(tx: EntityManager, row: InboundMail, mail: ReadMail): Promise<boolean> {
  const { report, recipients } = mail;
  const ids = readTokens(findApp(tx).env, recipients);
  if (report?.id) ids.push(report.id);
  const [trip] = ids.length ? await tx.find(RoundTrip, { id: ids }) : [];
  if (!trip) return false;
  if (report === null) trip.backAt ??= row.createdAt!;
  else if (report.code !== null) trip.reason = undeliveredText(report.code);
  row.kind = 'report';
  await tx.flush();
  return true;
}
