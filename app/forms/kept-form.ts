import { createContext } from 'react';
import type { KeptTyping } from './kept-typing.ts';

/** Among the fields of a form: it is worth keeping when its sender's session has ended. */
export const KEEP = 'keep';

/** What was typed into a form and sent, but not saved. */
export interface SentTyping extends KeptTyping {
  /** Where it was sent. */
  action: string;
}

/** A form that was sent after its sender's session had ended, as the server kept it. */
export interface KeptForm extends SentTyping {
  /** It came with a file, which is not kept. */
  hadFile: boolean;
}

/** What the server kept of the forms of this page. */
export const KeptFormsContext = createContext<readonly SentTyping[]>([]);
