import { randomBytes } from 'node:crypto';

/** A file that begins like a PDF. @param size in bytes */
export const pdf = (size = 1000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]);

/** The form of a new document without its file. `undefined` leaves a field out. */
export const documentForm = (fields: Record<string, string | File | undefined>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'Lift plan', ...fields }))
    if (value !== undefined) form.append(name, value);
  return form;
};

export const fileOf = (bytes: Uint8Array, name = 'plan.pdf', type = 'application/pdf') =>
  new File([new Uint8Array(bytes)], name, { type });
