/** What a page says after something was done: a banner in the HTML, a toast on top of it with JavaScript. */
export interface Notice {
  kind: 'success' | 'error';
  title: string;
  description?: string;
  /** What was changed, where it can be undone: its revision. */
  undo?: number | undefined;
  /** Tells two equal notices in a row apart. */
  id: string;
}

/** What was done, as a title alone or with more. */
export type Done = string | Pick<Notice, 'title' | 'description' | 'undo'>;

/** Says that something was done. */
export const doneNotice = (done: Done): Notice => ({
  kind: 'success',
  ...(typeof done === 'string' ? { title: done } : done),
  id: crypto.randomUUID(),
});

/** An error notice with a title of its own, such as 'Missing information'. */
export function problemNotice({ title, description }: { title: string; description: string }): Notice {
  return { kind: 'error', title, description, id: crypto.randomUUID() };
}

/** What a save or a deletion is told that was made from a state which somebody else has changed since. */
export const outdatedNotice = (): Notice =>
  problemNotice({
    title: 'Changed by someone else',
    description: 'Someone else has changed this in the meantime. Please look at it again before you go on.',
  });

/** An error notice as the specification words it: title 'Error', the text below. */
export function errorNotice(description: string): Notice {
  return problemNotice({ title: 'Error', description });
}
