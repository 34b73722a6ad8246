import { EntitySchema } from '@mikro-orm/core';
import * as accounts from './account.ts';
import * as activities from './activity.ts';
import * as content from './content.ts';
import * as files from './enquiry-file.ts';
import * as history from './history.ts';
import * as inbound from './inbound-mail.ts';
import * as derived from './message-derived.ts';
import * as mails from './message-mail.ts';
import * as messages from './message.ts';
import * as passkeys from './passkey.ts';
import * as limits from './rate-limit.ts';
import * as redirects from './redirect.ts';
import * as savedReplies from './saved-reply.ts';
import * as factors from './second-factor.ts';
import * as settings from './settings.ts';
import * as unsavedTexts from './unsaved-text.ts';

const all = [
  accounts,
  activities,
  content,
  history,
  messages,
  mails,
  inbound,
  derived,
  limits,
  files,
  passkeys,
  factors,
  settings,
  unsavedTexts,
  redirects,
  savedReplies,
];

export const entities = all.flatMap((file) => Object.values(file).filter((value) => value instanceof EntitySchema));
