import { randomBytes } from 'node:crypto';

/** A PDF by its first bytes, the rest of it random. @param size in bytes, in all */
export const pdf = (size = 1000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]);

/** The form of a new document, filled in but for its file, with what is given over that; `undefined` leaves one out. */
export const formOf = (fields: Record<string, string | File | undefined>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'Lift plan', ...fields }))
    if (value !== undefined) form.append(name, value);
  return form;
};

export const fileOf = (bytes: Uint8Array, name = 'plan.pdf', type = 'application/pdf') =>
  new File([new Uint8Array(bytes)], name, { type });
