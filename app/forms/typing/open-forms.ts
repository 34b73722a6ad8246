interface OpenForm {
  action: string;
  isUnsaved(): boolean;
  discard(): void;
}

const open = new Set<OpenForm>();
let isAsking = true;

/** Makes a form known to whoever may take its page away. @returns a function that ends it */
export function addOpenForm(form: OpenForm): () => void {
  open.add(form);
  return () => void open.delete(form);
}

/** The forms of this page in which something has been typed that is not saved. */
export const unsavedForms = (): OpenForm[] => (isAsking ? [...open].filter((form) => form.isUnsaved()) : []);

/** Lets the page go now: it was asked already, or what is typed is to be found again. */
export const leaveWithoutAsking = (): void => void (isAsking = false);
