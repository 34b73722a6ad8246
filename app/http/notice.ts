/** What a page says after something was done: a banner in the HTML, a toast on top of it with JavaScript. */
export interface Notice {
  kind: 'success' | 'error';
  title: string;
  description?: string;
  /** Tells two equal notices in a row apart. */
  id: string;
}

/** An error notice as the specification words it: title 'Error', the text below. */
export function errorNotice(description: string): Notice {
  return { kind: 'error', title: 'Error', description, id: crypto.randomUUID() };
}
