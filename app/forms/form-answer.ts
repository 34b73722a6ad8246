import type { SubmissionResult } from '@conform-to/react';
import type { Toast } from './toasts/toast.ts';

export type FormErrors = Record<string, string[] | null>;

export interface FormAnswer<Stored = unknown> {
  /** Absent where there was no form, or where the page still holds what was typed. */
  result?: SubmissionResult<string[]>;
  notice?: Toast;
  stored?: Stored;
}

/** Remix ignores the status of `data()` in a `clientAction`. `Response.json` exists only since 2023. */
export const jsonAnswer = (body: unknown, status: number): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

export type Problem = (errors: FormErrors) => { title: string; description: string };

export const firstOf = (errors: FormErrors): string | undefined =>
  Object.values(errors).flatMap((texts) => texts ?? [])[0];

export const firstError: Problem = (errors) => ({
  title: 'Error',
  description: firstOf(errors) ?? 'Please check the form',
});
