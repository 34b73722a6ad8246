import type { EntityData, EntityName, FilterQuery } from '@mikro-orm/core';
import type { App } from '#db/app.ts';
import type { Notification } from '#db/entities/message-mail.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { mailKinds, queueMailsSql, type MailKind } from './mail-jobs.server.ts';
import type { JobResult } from './mail-queue.server.ts';
import { KEPT, NOT_TO_ALL, NOT_TO_ALL_YET, type SendResult } from './mail.ts';

export interface MailWay {
  /** @param attempt counts from 1 @param only as in `Mail` */
  send(app: App, id: string, attempt: number, only?: string[]): Promise<JobResult>;
  giveUp(app: App, id: string, reason: string): Promise<void>;
}

/** The columns of `mailProperties`, with the state that only a notification can have. */
type Stored = Pick<Notification, 'id' | 'state' | 'reason' | 'attempts' | 'sentAt' | 'failedAt'>;

interface Kind<Mail> {
  reads?: string[];
  /** Makes the mail and sends it; null if there is nothing to tell any more, and then its row goes. */
  send(mail: Mail, em: EntityManager, app: App, only?: string[]): Promise<SendResult | null>;
  /** Is told before a mail counts as failed. */
  onFailure?(mail: Mail, em: EntityManager): unknown;
}

export const givenUp = (reason: string) => ({ state: 'failed', reason, failedAt: new Date() }) as const;

export function storedMails<Mail extends Stored>(
  entity: EntityName<Mail>,
  { reads = [], send, onFailure }: Kind<Mail>,
): MailWay {
  const find = (em: EntityManager, id: string): Promise<Mail | null> =>
    em.findOne(entity, { id } as FilterQuery<Mail>, { populate: reads as never[] });
  async function fail(em: EntityManager, mail: Mail, reason: string): Promise<void> {
    await onFailure?.(mail, em);
    Object.assign(mail, givenUp(reason));
    await em.flush();
  }
  return {
    async send(app, id, attempt, only) {
      const em = forkEntityManager(app);
      // Before it is read: what is being sent is not changed any more.
      const waiting = { id, state: 'waiting' } as FilterQuery<Mail>;
      const counted: Partial<Stored> = { attempts: attempt };
      await em.nativeUpdate(entity, waiting, counted as EntityData<Mail>);
      const mail = await find(em, id);
      if (mail?.state !== 'waiting') return 'not needed';
      const result = await send(mail, em, app, only);
      if (result?.outcome === 'refused') {
        await fail(em, mail, result.reason);
        return { park: result.reason };
      }
      if (!result) em.remove(mail);
      else if (result.outcome === 'retry') mail.reason = result.reason;
      else {
        const { reason = null } = result;
        const failedAt = reason === null || reason === KEPT ? null : new Date();
        Object.assign(mail, { state: 'sent', reason, sentAt: new Date(), failedAt });
      }
      await em.flush();
      if (result?.outcome === 'retry') return { retry: result.reason, only: result.only };
      return !result ? 'not needed' : result.reason === KEPT ? KEPT : 'sent';
    },
    async giveUp(app, id, reason) {
      const em = forkEntityManager(app);
      const mail = await find(em, id);
      if (!mail) return;
      if (reason !== NOT_TO_ALL_YET) return fail(em, mail, reason);
      Object.assign(mail, givenUp(NOT_TO_ALL), { state: 'sent', sentAt: new Date() }); // the others have it
      await em.flush();
    },
  };
}

/** Counts the tries anew. @param which SQL: the condition; its values follow @returns false if there is none */
export async function sendAgain(
  em: EntityManager,
  kind: MailKind,
  messageId: number,
  which: string,
  ...values: string[]
): Promise<boolean> {
  // SQL: marks and queues in one statement, and not while the message is being erased.
  const rows = await em.execute<unknown[]>(
    `with kept as (select id from messages where id = ? for key share),
     again as (
       update ${mailKinds[kind].table}
       set state = 'waiting', reason = null, attempts = 0, sent_at = null, failed_at = null
       where message_id = (select id from kept) and ${which} returning id
     ) ${queueMailsSql(kind, 'again')}`,
    [messageId, ...values],
  );
  return rows.length > 0;
}
