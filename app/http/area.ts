import type { App } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import type { MailKind } from '../mail/mail-jobs.server.ts';
import type { JobResult } from '../mail/mail-queue.server.ts';
import type { Owner } from '../storage/sweep-orphans.server.ts';
import type { Events } from './events/event-hub.server.ts';
import type { BodyLimits } from './front-guard.server.ts';

/** How the mails of a kind are sent, and what becomes of those that cannot be. */
interface MailWay {
  /** Tries to send one. @param attempt counts from 1 */
  send(app: App, id: string, attempt: number): Promise<JobResult>;
  /** Notes that no further try will be made by itself. */
  giveUp(app: App, id: string, reason: string): Promise<void>;
}

/** A figure of `/metrics`; docs/operations.md says what each means and what to do about it. */
export interface Metric {
  name: string;
  help: string;
  /** Read when it is asked for; a figure that fails is NaN. */
  read(app: App): number | Promise<number>;
  /** It only rises. */
  isCounter?: boolean;
}

/** How an area plugs into the app. */
export interface Area {
  mails?: Partial<Record<MailKind, MailWay>>;
  /** What open pages listen to, by its address. */
  events?: Record<string, Events>;
  metrics?: Metric[];
  /** What deletes what nobody needs any more, soon after a start and then every hour. */
  sweeps?: ((em: EntityManager) => Promise<unknown>)[];
  /** The files in the store that its rows have. */
  files?: Owner[];
  /** What is done again and again; `failure` is what the log says of one that failed. */
  periodic?: { everyMs: number; run(em: EntityManager): Promise<unknown>; failure: string }[];
  bodyLimits?: BodyLimits;
}
