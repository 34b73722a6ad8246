import { z } from './zod.ts';

/** A checkbox: without its tick it is not in the form. */
export const isOn = z.pipe(
  z.optional(z.string()),
  z.transform((value) => value === 'on'),
);
