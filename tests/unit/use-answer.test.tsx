import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useFormFetcher } from '#app/forms/use-answer.ts';

const fetcher = vi.hoisted(() => ({ state: 'idle', data: {} }));
vi.mock('@remix-run/react', () => ({ useFetcher: () => fetcher, Form: 'form' }));

it('a failure is told though it came before the state that it belongs to, and no more once the form was saved', () => {
  const { result, rerender } = renderHook(() => useFormFetcher().answer);
  const become = (state: string, data = fetcher.data) => {
    Object.assign(fetcher, { state, data });
    rerender();
    return result.current;
  };
  const failure = { notice: { id: '1' } };
  become('submitting', failure); // the router hands out data at once, states when React gets to them
  become('loading');
  expect(become('idle')).toBe(failure);
  for (const state of ['submitting', 'loading']) expect(become(state)).toBe(failure);
  expect(become('idle')).toBeUndefined(); // it keeps the last answer beyond a redirect
});
