import { defineEntity, p } from '@mikro-orm/core';
import { Session } from './account.ts';
import { pageNames } from './content.ts';

/**
 * A page text or a project as an editor has typed it and looks at it on its page before it is saved: for the one session,
 * with which it is deleted, and no part of backups.
 */
export const UnsavedText = defineEntity({
  name: 'UnsavedText',
  tableName: 'unsaved_texts',
  properties: {
    id: p.integer().primary(),
    session: () => p.manyToOne(Session).deleteRule('cascade'),
    pageName: p.enum([...pageNames, 'projects']),
    sectionKey: p.string().length(80),
    contentValue: p.text(),
    madeFrom: p.integer(), // the text's version when its editor was opened
  },
  uniques: [{ name: 'unsaved_texts_of_session', properties: ['session', 'pageName', 'sectionKey'] }],
});
