import type { HeldReply } from '../take-back.tsx';

/** A message after an action: a banner in the HTML, a toast with JavaScript. */
export interface Toast {
  kind: 'success' | 'error';
  title: string;
  description?: string;
  /** The revision that can be undone. */
  undo?: number | undefined;
  takeBack?: HeldReply | undefined;
  /** Offers to ask for the page again. */
  again?: boolean;
  /** Distinguishes two equal messages in a row. */
  id: string;
}

export type Done = string | Pick<Toast, 'title' | 'description' | 'undo' | 'takeBack'>;

export const successToast = (done: Done): Toast => ({
  kind: 'success',
  ...(typeof done === 'string' ? { title: done } : done),
  id: crypto.randomUUID(),
});

export function problemToast({ title, description }: { title: string; description: string }): Toast {
  return { kind: 'error', title, description, id: crypto.randomUUID() };
}

export const outdatedToast = (): Toast =>
  problemToast({
    title: 'Changed by someone else',
    description: 'Someone else has changed this in the meantime. Please look at it again before you go on.',
  });

/** An error as in the specification: the title 'Error', and the text below. */
export const errorToast = (description: string): Toast => problemToast({ title: 'Error', description });
