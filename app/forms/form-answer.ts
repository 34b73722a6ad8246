import type { SubmissionResult } from '@conform-to/react';
import type { Notice } from './toasts/toast.ts';

/** What is wrong with a form, by the names of its fields. */
export type FormErrors = Record<string, string[] | null>;

/** What an action answers when its form was not saved. */
export interface FormAnswer<Stored = unknown> {
  /** What was typed and what is wrong with it. Absent where there was no form, or where the page still holds it. */
  result?: SubmissionResult<string[]>;
  /** Why it was not saved, unless the errors of the fields say so. */
  notice?: Notice;
  /** What somebody else has saved in between. */
  stored?: Stored;
}
