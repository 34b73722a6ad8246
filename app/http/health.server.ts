import { forkEntityManager } from '#db/orm.ts';
import { env } from '../env.server.ts';
import { documentStore } from '../storage/store.server.ts';

interface MailQueueState {
  isRunning: boolean;
  /** How many notifications wait to be tried again. */
  failing: number;
}
const held = globalThis as unknown as { __mailQueue?: () => Promise<MailQueueState> };

/** Lets the system status know how the mail queue of this process is. */
export const watchMailQueue = (state: () => Promise<MailQueueState>) => void (held.__mailQueue = state);

/** Whether the database answers now (within its time limits). */
export async function isDatabaseReady(): Promise<boolean> {
  try {
    await forkEntityManager().execute('select 1');
    return true;
  } catch {
    return false;
  }
}

/** What of the machinery behind the pages does not work now, in words for staff; empty while all of it does. */
export async function systemProblems(): Promise<string[]> {
  const [isDatabaseUp, isStoreUp, mail] = await Promise.all([isDatabaseReady(), isStoreReady(), mailQueueProblem()]);
  return [
    isDatabaseUp ? null : 'The database does not answer.',
    isStoreUp ? null : 'The document store does not answer: documents cannot be opened or uploaded.',
    mail,
  ].filter((problem) => problem !== null);
}

const isStoreReady = () =>
  documentStore(env())
    .check()
    .then(
      () => true,
      () => false,
    );

async function mailQueueProblem(): Promise<string | null> {
  try {
    const { isRunning, failing } = (await held.__mailQueue?.()) ?? { isRunning: false, failing: 0 };
    if (!isRunning) return 'The mail queue is not running: notifications of enquiries wait.';
    if (!failing) return null;
    return failing === 1
      ? 'The mail service fails: 1 notification is being tried again.'
      : `The mail service fails: ${failing} notifications are being tried again.`;
  } catch {
    return 'The mail queue cannot be asked.';
  }
}
