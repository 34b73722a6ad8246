import type { FormErrors } from './form-answer.ts';

/** What a notice says about a form whose fields are not right. */
export type Problem = (errors: FormErrors) => { title: string; description: string };

/** The first error of the first field that is wrong. */
export const firstOf = (errors: FormErrors): string | undefined =>
  Object.values(errors).flatMap((texts) => texts ?? [])[0];

/** Repeats the first error: what a form says that has no better words. */
export const firstError: Problem = (errors) => ({
  title: 'Error',
  description: firstOf(errors) ?? 'Please check the form',
});
