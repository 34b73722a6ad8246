import { forkEntityManager } from '#db/orm.ts';
import { sweepActivities } from './audit/sweep-activities.server.ts';
import { documentFiles } from './content/documents/documents.server.ts';
import { enquiryFiles, sweepEnquiryFiles } from './enquiries/files/sweep-enquiry-files.server.ts';
import { sweepHistory } from './content/versions/sweep-history.server.ts';
import { mailQueueProblem } from './http/health.server.ts';
import { log } from './http/log.server.ts';
import { sweepRateLimits } from './http/rate-limit.server.ts';
import { sweepLinks } from './maintenance/preview-links/preview-links.server.ts';
import { remindOfWaiting } from './enquiries/reminders/reminders.server.ts';
import { deleteOldMessages } from './enquiries/privacy/retention.server.ts';
import { sweepMessages } from './enquiries/privacy/sweep-messages.server.ts';
import { pictureFiles } from './content/pictures/pictures.server.ts';
import { readSettings } from './enquiries/settings.server.ts';
import { sweepTokens } from './accounts/account-tokens.server.ts';
import { sweepKeptForms } from './accounts/sign-in/kept-forms.server.ts';
import { sweepStaffMails } from './accounts/staff-mails.server.ts';
import { sweepSessions } from './accounts/sessions/sessions.server.ts';
import type { DocumentStore } from './storage/document-store.ts';
import { sweepOrphans } from './storage/sweep-orphans.server.ts';

const sweeps = [
  sweepRateLimits,
  sweepSessions,
  sweepTokens,
  sweepLinks,
  sweepMessages,
  sweepActivities,
  sweepStaffMails,
];
const SWEEP_MS = 3_600_000;
const REMIND_MS = 15_000;
const FORGET_MS = 60_000;
const FIRST_SWEEP_MS = 20_000;

/** Starts what is done again and again: sweeping, reminding, forgetting. @returns what ends it */
export function startPeriodicWork(store: DocumentStore): () => void {
  const failed = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const sweepFiles = async () => {
    const em = forkEntityManager();
    await sweepHistory(em); // first: the files of what it deletes belong to nobody any more
    await sweepEnquiryFiles(em, store);
    await sweepOrphans(em, store, [documentFiles, enquiryFiles, pictureFiles]);
  };
  const sweepOld = async () => {
    const em = forkEntityManager();
    const deleted = await deleteOldMessages(em, (await readSettings(em)).retentionMonths);
    if (deleted) log.info({ deleted }, 'old enquiries deleted');
  };
  const sweepAll = async () => {
    const swept = await Promise.allSettled([
      ...sweeps.map((sweep) => sweep(forkEntityManager())),
      sweepOld(),
      sweepFiles(),
    ]);
    for (const each of swept) if (each.status === 'rejected') failed('sweep failed')(each.reason);
  };
  const sweep = setInterval(() => {
    void sweepAll();
    void mailQueueProblem().then((problem) => problem && log.warn({ problem }, 'mails wait'));
  }, SWEEP_MS);
  sweep.unref();
  const remind = setInterval(() => void remindOfWaiting(forkEntityManager()).catch(failed('no reminder')), REMIND_MS);
  remind.unref();
  const forget = setInterval(() => void sweepKeptForms(forkEntityManager()).catch(failed('sweep failed')), FORGET_MS);
  forget.unref();
  // What a process that was killed left behind is not kept for an hour more, and one that never lives so long sweeps, too.
  const firstSweep = setTimeout(() => void sweepAll(), FIRST_SWEEP_MS);
  firstSweep.unref();
  return () => {
    clearInterval(sweep);
    clearInterval(remind);
    clearInterval(forget);
    clearTimeout(firstSweep);
  };
}
