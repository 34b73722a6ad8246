import { defineEntity, p } from '@mikro-orm/core';
import { Session } from './account.ts';
import { pageNames } from './content.ts';

/**
 * An unsaved page text or project that an editor previews on its page. Its session owns it: it goes with the session, and
 * backups leave it out.
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
    madeFrom: p.integer(), // the text's version when the editor was opened
  },
  uniques: [{ name: 'unsaved_texts_of_session', properties: ['session', 'pageName', 'sectionKey'] }],
});
