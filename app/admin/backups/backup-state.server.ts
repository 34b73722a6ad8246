import type { EntityManager } from '#db/orm.ts';
import { localDateTime } from '../../time/dates.ts';
import { sizeText } from '../../ui/size-text.ts';

export type BackupState = Awaited<ReturnType<typeof readBackupState>>;

export async function readBackupState(em: EntityManager) {
  // SQL: the newest of each kind, by the database's clock, as long as that was not ahead.
  type Row = { state: string; reason: string | null; bytes: number; atMs: number; isRecent: boolean };
  const rows = await em.execute<Row[]>(
    `select distinct on (state) state, reason, size_bytes::float8 as bytes,
       (extract(epoch from ended_at) * 1000)::float8 as "atMs", ended_at > now() - interval '7 days' as "isRecent"
     from backups where coalesce(ended_at, now()) <= now() order by state, ended_at desc`,
  );
  const find = (state: string) => rows.find((row) => row.state === state);
  const [made, failed] = [find('done'), find('failed')];
  const isFailure = failed && !(made && made.atMs > failed.atMs);
  const at = ({ atMs }: { atMs: number }) => localDateTime(new Date(atMs));
  const lacks = made?.reason ? `The backup of ${at(made)} is not whole: ${made.reason}.` : null;
  return {
    last: made ? `${at(made)}, ${sizeText(made.bytes)}` : null,
    problem: isFailure ? `The backup of ${at(failed)} failed: ${failed.reason}.` : lacks,
    isUnderWay: Boolean(find('waiting') ?? find('running')),
    isRecent: made?.isRecent ?? false,
  };
}
