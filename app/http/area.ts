import type { RequestHandler } from 'express';
import type { App } from '#db/app.ts';
import type { Connection } from '#db/connection.ts';
import type { EntityManager } from '#db/orm.ts';
import type { MailKind } from '../mail/mail-jobs.server.ts';
import type { MailWay } from '../mail/stored-mails.server.ts';
import type { Owner } from '../storage/sweep-orphans.server.ts';
import type { BodyLimit } from './front-guard.server.ts';

/** Metrics by name: a counter if it ends in `_total`, otherwise a gauge. docs/operations.md explains each. */
export type Metrics = Record<string, (app: App) => number | Promise<number>>;

export interface Area {
  mails?: Partial<Record<MailKind, MailWay>>;
  /** By the address that other services post to. */
  hooks?: Record<string, RequestHandler>;
  metrics?: Metrics;
  sweeps?: ((em: EntityManager) => Promise<unknown>)[];
  files?: Owner[];
  periodic?: { everyMs: number; run(em: EntityManager): Promise<unknown>; failure: string }[];
  bodyLimits?: (path: string, app: App) => BodyLimit | undefined;
  /** Starts background work, and returns a function that stops it within 3 s. `direct` bypasses a pooler. */
  work?: (app: App, direct: Connection) => () => Promise<void>;
}
