import { randomBytes } from 'node:crypto';

/** A file that begins like a PDF. @param size in bytes */
export const pdf = (size = 1000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]);

type Fields = Record<string, string | File | (string | File)[] | undefined>;

/** Gives each value of an array, and leaves out what is undefined. */
export const formOf = (fields: Fields) => {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) if (value !== undefined) form.append(name, value);
  return form;
};

/** The form of a new document without its file. */
export const documentForm = (fields: Fields) => formOf({ title: 'Lift plan', ...fields });

export const fileOf = (bytes: Uint8Array, name = 'plan.pdf', type = 'application/pdf') =>
  new File([new Uint8Array(bytes)], name, { type });
