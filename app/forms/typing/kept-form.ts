import { createContext } from 'react';
import type { KeptTyping } from './kept-typing.ts';

/** The name of a field that says that the form is worth storing when its sender's session has ended. */
export const KEEP = 'keep';

/** What was typed into a form and sent, but not saved. */
export interface SentTyping extends KeptTyping {
  /** Where it was sent. */
  action: string;
}

/** A form that was sent after its sender's session had ended, as the server kept it. */
export interface KeptForm extends SentTyping {
  /** Whether the form came with a file, which is not stored. */
  hadFile: boolean;
}

/** What the server kept of the forms of this page. */
export const KeptFormsContext = createContext<readonly SentTyping[]>([]);
