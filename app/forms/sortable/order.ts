import { z } from '../../schemas/zod.ts';

/** `before: null` moves to the end. Moves of two people can be merged, whole lists cannot. */
export interface Move {
  id: number;
  before: number | null;
}

export const moveSchema = z.object({
  id: z.int32().check(z.positive()),
  before: z.pipe(
    z.optional(z.int32().check(z.positive())),
    z.transform((before) => before ?? null),
  ),
  /** Asks for the answer as data instead of a page. */
  stay: z.optional(z.string()),
});

/** @returns the new order; null if one of the two items is not in the list */
export function applyMove<T extends { id: number }>(items: readonly T[], { id, before }: Move): T[] | null {
  const item = items.find((each) => each.id === id);
  if (!item || (before !== null && !items.some((each) => each.id === before))) return null;
  if (before === id) return [...items];
  const others = items.filter((each) => each !== item);
  const place = before === null ? others.length : others.findIndex((each) => each.id === before);
  return [...others.slice(0, place), item, ...others.slice(place)];
}

/** @param place counted from 0; places beyond the ends count as the ends */
export function makeMove(items: readonly { id: number }[], id: number, place: number): Move {
  const others = items.filter((each) => each.id !== id);
  return { id, before: others[Math.max(0, place)]?.id ?? null };
}
