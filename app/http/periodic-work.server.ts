import type { App } from '#db/app.ts';
import { databaseNow, readDatabaseClock } from '#db/database-clock.ts';
import { forkEntityManager } from '#db/orm.ts';
import { sweepOrphans } from '../storage/sweep-orphans.server.ts';
import type { Area } from './area.ts';
import { mailQueueProblem } from './health.server.ts';
import { log } from './log.server.ts';

const SWEEP_MS = 3_600_000;
const FIRST_SWEEP_MS = 20_000;
const CLOCKS_APART_MS = 3_600_000;

/** Sweeps delete for good, by the clock of the database or of this machine. If they differ, nothing is deleted. */
async function doClocksAgree(app: App): Promise<boolean> {
  await readDatabaseClock(forkEntityManager(app));
  const apartMs = Math.abs(databaseNow(app) - app.clock.now());
  if (apartMs < CLOCKS_APART_MS) return true;
  log.error({ apartMs }, 'nothing is swept: the clocks of the database and of this machine differ');
  return false;
}

/** @returns a function that stops it */
export function startPeriodicWork(app: App, areas: Area[]): () => void {
  const failed = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const owners = areas.flatMap(({ files }) => files ?? []);
  const sweepAll = async () => {
    if (!(await doClocksAgree(app).catch(failed('sweep failed')))) return;
    const sweeps = areas.flatMap((area) => area.sweeps ?? []);
    const swept = await Promise.allSettled(sweeps.map((sweep) => sweep(forkEntityManager(app))));
    for (const each of swept) if (each.status === 'rejected') failed('sweep failed')(each.reason);
    // Last, because the sweeps may leave files without rows.
    await sweepOrphans(forkEntityManager(app), app.store, owners).catch(failed('sweep failed'));
  };
  const timers = [
    // For processes that do not live for an hour.
    setTimeout(() => void sweepAll(), FIRST_SWEEP_MS),
    setInterval(() => {
      void sweepAll();
      void mailQueueProblem(app).then((problem) => problem && log.warn({ problem }, 'mails wait'));
    }, SWEEP_MS),
    ...areas
      .flatMap((area) => area.periodic ?? [])
      .map(({ everyMs, run, failure }) =>
        setInterval(() => void run(forkEntityManager(app)).catch(failed(failure)), everyMs),
      ),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearTimeout);
}
