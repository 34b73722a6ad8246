import { EntitySchema } from '@mikro-orm/core';
import * as accounts from './account.ts';
import * as activities from './activity.ts';
import * as content from './content.ts';
import * as files from './enquiry-file.ts';
import * as history from './history.ts';
import * as messages from './message.ts';
import * as passkeys from './passkey.ts';
import * as factors from './second-factor.ts';
import * as settings from './settings.ts';

const all = [accounts, activities, content, history, messages, files, passkeys, factors, settings];

/** Every entity of these files. */
export const entities = all.flatMap((file) => Object.values(file).filter((value) => value instanceof EntitySchema));
