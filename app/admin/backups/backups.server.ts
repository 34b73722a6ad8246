import type { App } from '#db/app.ts';
import type { Connection } from '#db/connection.ts';
import { forkEntityManager } from '#db/orm.ts';
import { log } from '../../http/log.server.ts';
import { findBackupPlace, type BackupPlace } from '../../storage/backup-place.server.ts';
import { backupName, backupsToDrop } from './backup-names.ts';
import * as queue from './backup-queue.server.ts';
import { checkBackup, writeBackup } from './write-backup.server.ts';

const LOOK_MS = 5000;
const HOLD_MS = 15_000;
const BYTES_PER_SECOND = 16 * 2 ** 20;

/** @returns what ends it; it leaves a backup that is being made to another process */
export function keepBackups(app: App, direct: Connection): () => Promise<void> {
  const ending = new AbortController();
  let working: Promise<void> | null = null;
  const look = async () => {
    const claimed = await queue.claimBackup(forkEntityManager(app));
    if (claimed) await makeBackup(app, direct, claimed, ending.signal);
  };
  const timer = setInterval(() => {
    working ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'no backup made'))
      .finally(() => (working = null));
  }, LOOK_MS).unref();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await working;
  };
}

async function makeBackup(app: App, direct: Connection, claimed: queue.ClaimedBackup, signal: AbortSignal) {
  const em = () => forkEntityManager(app);
  const holding = setInterval(() => void queue.holdBackup(em(), claimed.id).catch(() => {}), HOLD_MS).unref();
  const place = findBackupPlace(app);
  const name = backupName(app.clock.now(), claimed.id);
  const how = { store: app.store, direct, signal, bytesPerSecond: BYTES_PER_SECOND };
  try {
    const write = () => place.write(name, (to) => writeBackup(to, how));
    let held = await write();
    if (held.missing.length) held = await write(); // perhaps a file was removed while it was written
    try {
      await checkBackup((await place.read(name))!, held, how);
    } catch (error) {
      await place.remove(name);
      throw error;
    }
    await queue.finishBackup(em(), claimed, { name, ...held });
    log.info({ backup: name, bytes: held.bytes }, 'backup made');
    await dropOld(app, place).catch((error: unknown) => log.warn({ err: error }, 'old backups not removed'));
  } catch (error) {
    if (signal.aborted) return void (await queue.returnBackup(em(), claimed.id));
    log.warn({ err: error, backup: name }, 'backup failed');
    const { code, message } = error as NodeJS.ErrnoException;
    const isFull = code === 'ENOSPC';
    await queue.failBackup(em(), claimed, isFull ? 'there is no room left on the disk' : message.slice(0, 200));
  } finally {
    clearInterval(holding);
  }
}

async function dropOld({ clock }: App, place: BackupPlace): Promise<void> {
  const names = (await place.list()).map((kept) => kept.name);
  for (const old of backupsToDrop(names, clock.now())) await place.remove(old);
}
