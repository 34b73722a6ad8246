import { raw } from '@mikro-orm/core';
import type { AppLoadContext } from '@remix-run/node';
import { Session } from '#db/entities/account.ts';
import { forkEntityManager } from '#db/orm.ts';
import { clientAddress } from '../../http/context.server.ts';
import { log } from '../../http/log.server.ts';
import { deviceName } from '../../http/device-name.ts';

/** Writes down when and from where a session was used, at most once a minute; no answer waits for it. */
export function noteUse(context: AppLoadContext, request: Request, id: number): void {
  const isOld = { $lt: raw<Date>("now() - interval '1 minute'") };
  const use = {
    lastUsedAt: raw<Date>('now()'),
    address: clientAddress(context),
    device: deviceName(request.headers.get('user-agent')),
  };
  forkEntityManager(context.app)
    .nativeUpdate(Session, { id, lastUsedAt: isOld }, use)
    .catch((error: unknown) => log.warn({ requestId: context.requestId, err: error }, 'use of a session not noted'));
}
