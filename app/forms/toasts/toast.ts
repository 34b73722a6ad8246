/** A message after an action: a banner in the HTML, a toast with JavaScript. */
export interface Notice {
  kind: 'success' | 'error';
  title: string;
  description?: string;
  /** The revision that can be undone. */
  undo?: number | undefined;
  /** Tells two equal messages in a row apart. */
  id: string;
}

export type Done = string | Pick<Notice, 'title' | 'description' | 'undo'>;

export const doneNotice = (done: Done): Notice => ({
  kind: 'success',
  ...(typeof done === 'string' ? { title: done } : done),
  id: crypto.randomUUID(),
});

export function problemNotice({ title, description }: { title: string; description: string }): Notice {
  return { kind: 'error', title, description, id: crypto.randomUUID() };
}

export const outdatedNotice = (): Notice =>
  problemNotice({
    title: 'Changed by someone else',
    description: 'Someone else has changed this in the meantime. Please look at it again before you go on.',
  });

/** An error as the specification words it: title 'Error', the text below. */
export function errorNotice(description: string): Notice {
  return problemNotice({ title: 'Error', description });
}
