import { listenerDownFor } from '#db/changes.ts';
import { forkEntityManager, poolUse } from '#db/orm.ts';
import { env } from './env.server.ts';
import { enquiryFilesBytes } from './enquiries/files/enquiry-files.server.ts';
import { oldestWaitingSeconds } from './enquiries/mails/notifications.server.ts';
import { addCounter, addGauge } from './http/metrics.server.ts';
import { cacheCounts, readyPages } from './http/page-cache.server.ts';
import { openSiteStreams } from './maintenance/events.server.ts';
import { isSiteClosed } from './maintenance/require-site-open.server.ts';
import { waitingEnquiries, type WaitingEnquiries } from './enquiries/reminders/waiting-enquiries.server.ts';
import type { DocumentStore } from './storage/document-store.ts';

/** Mails that this process could not bring to anybody. */
export const undelivered = { mails: 0 };

const isWell = (check: Promise<unknown>): Promise<number> =>
  check.then(
    () => 1,
    () => 0,
  );

/**
 * What `/metrics` tells besides requests; docs/operations.md says what each means and what to do about it.
 * @param mailsWaiting how many mails are queued
 */
export function addFigures(store: DocumentStore, mailsWaiting: () => Promise<number>): void {
  let asked: Promise<WaitingEnquiries> | null = null; // one question for the three figures of an answer
  const waiting = () => (asked ??= waitingEnquiries(forkEntityManager()).finally(() => (asked = null)));
  addGauge('database_up', 'Whether the database answers: 1 or 0.', () =>
    isWell(forkEntityManager().execute('select 1')),
  );
  addGauge('document_store_up', 'Whether the document store answers: 1 or 0.', () => isWell(store.check()));
  addGauge('change_notices_down_seconds', 'How long this process has heard of no changes; 0 while it does.', () =>
    Math.round(listenerDownFor() / 1000),
  );
  addGauge('maintenance_on', 'Whether visitors see the maintenance screen: 1 or 0.', () => (isSiteClosed() ? 1 : 0));
  addGauge('enquiries_waiting', 'Enquiries that nobody has answered.', async () => (await waiting()).count);
  addGauge(
    'enquiries_oldest_waiting_seconds',
    'How long the oldest of them waits.',
    async () => (await waiting()).oldestSeconds,
  );
  addGauge(
    'enquiries_untold_seconds',
    'How long the oldest unanswered enquiry waits of which the mail to the office was given up.',
    async () => (await waiting()).untoldSeconds,
  );
  addGauge('enquiry_files_bytes', 'What the files of enquiries take in the store.', () =>
    enquiryFilesBytes(forkEntityManager()),
  );
  addGauge('enquiry_files_limit_bytes', 'What they may take.', () => env().ENQUIRY_FILES_MIB * 2 ** 20);
  addGauge('mail_queue_waiting', 'Mails of all kinds that wait to be sent.', mailsWaiting);
  addGauge('mail_queue_oldest_seconds', 'How long the oldest notification of an enquiry waits to be sent.', () =>
    oldestWaitingSeconds(forkEntityManager()),
  );
  addCounter('mails_given_up_total', 'Mails that were refused or given up by this process.', () => undelivered.mails);
  addGauge('event_streams_open', 'Open streams of the site status.', openSiteStreams);
  addGauge('database_connections_used', 'Connections of the pool in use.', async () => (await poolUse()).open);
  addGauge('database_requests_waiting', 'Requests that wait for a connection.', async () => (await poolUse()).waiting);
  addGauge('pages_ready', 'Public pages that wait in memory, compressed as well as can be.', readyPages);
  addCounter('page_cache_hits_total', 'Pages answered from memory.', () => cacheCounts.hit);
  addCounter('page_cache_misses_total', 'Pages that had to be rendered.', () => cacheCounts.miss);
  // prom-client's own come all together, with an observer of each garbage collection.
  addGauge('process_start_time_seconds', 'When this process started, in seconds since 1970.', () =>
    Math.round(performance.timeOrigin / 1000),
  );
  addGauge('process_resident_memory_bytes', 'Memory of this process.', () => process.memoryUsage.rss());
  addCounter('process_cpu_seconds_total', 'CPU time of this process.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
}
