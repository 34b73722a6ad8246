import { findApp } from '#db/app.ts';
import { Backup } from '#db/entities/settings.ts';
import { locks, tryLock } from '#db/lock-table.ts';
import type { EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { queueOfficeMail } from '../../enquiries/mails/office-mails.server.ts';
import { paths } from '../../paths.ts';
import { dayOf, localDateTime } from '../../time/dates.ts';
import { DAY_MS } from '../../time/local-time.ts';
import { timeIn } from '../../time/typed-time.ts';
import type { Held } from './write-backup.server.ts';

/** A process that is silent for so long was killed. */
const LEASE = "interval '1 minute'";
/** A failed backup is tried again each hour, until the next one falls due. */
const AGAIN = "interval '1 hour'";

export interface ClaimedBackup {
  id: string;
  attempts: number;
  atMs: number;
  isDaily: boolean;
}

const CLAIMED = `id, attempts, (extract(epoch from started_at) * 1000)::float8 as "atMs", due is not null as "isDaily"`;

/** When a daily backup last fell due. @param at HH:MM */
export function lastDue(now: number, at: string): number {
  const today = timeIn(`${dayOf(now)}T${at}`)!;
  return today <= now ? today : today - DAY_MS;
}

/** Of several processes one gets the next backup. */
export async function claimBackup(em: EntityManager): Promise<ClaimedBackup | null> {
  const now = findApp(em).clock.now();
  return em.transactional(async (tx) => {
    if (!(await tryLock(tx, 'backup'))) return null;
    const [daily] = await tx.execute<{ at: string | null; since: Date }[]>(
      'select backup_at as at, backup_since as since from settings',
    );
    const due = daily?.at ? lastDue(now, daily.at) : null;
    if (due !== null && due > new Date(daily!.since).getTime())
      await tx.execute('insert into backups (due) values (?) on conflict (due) do nothing', [new Date(due)]);
    // SQL: by the database's clock. A lease that would last too long dates from before that was set back.
    const brokenOff = await tx.execute<ClaimedBackup[]>(
      `update backups set state = 'failed', reason = 'it was broken off', ended_at = now()
       where state = 'running' and held_until not between now() and now() + 2 * ${LEASE}
       returning ${CLAIMED}`,
    );
    for (const each of brokenOff) await tellOfFailure(tx, each, 'it was broken off');
    await tx.execute("delete from backups where ended_at < now() - interval '90 days'");
    const [claimed] = await tx.execute<ClaimedBackup[]>(
      `update backups set state = 'running', started_at = now(), held_until = now() + ${LEASE}, attempts = attempts + 1
       where not exists (select from backups where state = 'running') and id = (
         select id from backups where state = 'waiting' or state = 'failed' and ended_at < now() - ${AGAIN}
           and due = (select max(due) from backups) and exists (select from settings where backup_at is not null)
         order by created_at limit 1)
       returning ${CLAIMED}`,
    );
    return claimed ?? null;
  });
}

/** @returns false if one is on its way */
export async function wantBackup(em: EntityManager, by: Actor): Promise<boolean> {
  return em.transactional(async (tx) => {
    // SQL: of two who ask at once the second finds the first one's.
    await tx.execute('select pg_advisory_xact_lock(?)', [locks.backup]);
    if (await tx.count(Backup, { state: ['waiting', 'running'] })) return false;
    await tx.execute('insert into backups default values');
    await recordActivity(tx, 'settings', by, 'Asked for a backup');
    return true;
  });
}

type Made = Pick<Held, 'bytes' | 'missing'>;

/** The fault of a backup that was made all the same. */
const lacksOf = ({ missing }: Made): string | null =>
  missing.length
    ? `the store lacks ${missing.length === 1 ? '1 file' : `${missing.length} files`} that the database names`
    : null;

/** Of the command. */
export const recordBackup = (em: EntityManager, made: Made): Promise<unknown> =>
  em.execute("insert into backups (state, size_bytes, reason, ended_at) values ('done', ?, ?, now())", [
    made.bytes,
    lacksOf(made),
  ]);

export const holdBackup = (em: EntityManager, id: string): Promise<unknown> =>
  em.execute(`update backups set held_until = now() + ${LEASE} where id = ?`, [id]);

/** For another process. */
export const returnBackup = (em: EntityManager, id: string): Promise<unknown> =>
  em.execute("update backups set state = 'waiting', attempts = attempts - 1 where id = ?", [id]);

export async function finishBackup(em: EntityManager, claimed: ClaimedBackup, made: Made & { name: string }) {
  const lacks = lacksOf(made);
  await em.transactional(async (tx) => {
    const done = "state = 'done', name = ?, size_bytes = ?, reason = ?, ended_at = now()";
    await tx.execute(`update backups set ${done} where id = ?`, [made.name, made.bytes, lacks, claimed.id]);
    if (lacks) await tellOffice(tx, claimed, 'is not whole', `${lacks}.`);
  });
}

export async function failBackup(em: EntityManager, failed: ClaimedBackup, reason: string): Promise<void> {
  await em.transactional(async (tx) => {
    const sql = "update backups set state = 'failed', reason = ?, ended_at = now() where id = ?";
    await tx.execute(sql, [reason, failed.id]);
    await tellOfFailure(tx, failed, reason);
  });
}

function tellOfFailure(tx: EntityManager, failed: ClaimedBackup, reason: string): Promise<void> {
  const again = failed.isDaily ? ' It is tried again each hour.' : '';
  return tellOffice(tx, failed, 'failed', `${reason}. Those before are as they were.${again}`);
}

/** Only after the first of several tries. */
async function tellOffice(tx: EntityManager, { attempts, atMs }: ClaimedBackup, what: string, why: string) {
  if (attempts > 1) return;
  const subject = `The backup of ${localDateTime(new Date(atMs))} ${what}`;
  await queueOfficeMail(tx, subject, [{ text: `${subject}: ${why}`, to: paths.admin.backups }]);
}
