import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMove, moveSchema, makeMove } from '#app/forms/sortable/order.ts';

const items = (...ids: number[]) => ids.map((id) => ({ id }));

describe('a move', () => {
  it.each([
    [{ id: 3, before: 1 }, [3, 1, 2, 4]],
    [{ id: 1, before: 4 }, [2, 3, 1, 4]],
    [{ id: 2, before: null }, [1, 3, 4, 2]],
    [{ id: 4, before: null }, [1, 2, 3, 4]],
    [{ id: 2, before: 2 }, [1, 2, 3, 4]],
    [{ id: 2, before: 3 }, [1, 2, 3, 4]],
  ])('%o gives %o', (move, ids) => expect(applyMove(items(1, 2, 3, 4), move)).toEqual(items(...ids)));

  it.each([
    { id: 9, before: 1 },
    { id: 1, before: 9 },
  ])('that names somebody unknown is none: %o', (move) => expect(applyMove(items(1, 2), move)).toBeNull());

  it('to a place brings the item there and keeps the order of the others', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(99), { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (list, pick, to) => {
        const id = list[pick % list.length]!;
        const place = to % list.length;
        const after = applyMove(items(...list), makeMove(items(...list), id, place))!.map((item) => item.id);
        expect(after[place]).toBe(id);
        expect(after.filter((each) => each !== id)).toEqual(list.filter((each) => each !== id));
      }),
    );
  });

  it('is read from a form, in which no neighbour means the end of the list', () => {
    expect(moveSchema.parse({ id: 3, before: undefined })).toEqual({ id: 3, before: null });
    expect(moveSchema.safeParse({ id: 0, before: 1 }).success).toBe(false);
  });
});
