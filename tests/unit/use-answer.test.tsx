import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { isSending, useFormFetcher } from '#app/forms/use-answer.ts';

const fetcher = vi.hoisted(() => ({ state: 'idle', data: {} }));
vi.mock('@remix-run/react', () => ({ useFetcher: () => fetcher, Form: 'form' }));

it('a failure that arrives before its state is reported, until the form is saved', () => {
  const { result, rerender } = renderHook(() => useFormFetcher());
  const become = (state: string, data = fetcher.data) => {
    Object.assign(fetcher, { state, data });
    rerender();
    return { answer: result.current.answer, isBusy: isSending(result.current.fetcher) };
  };
  const failure = { notice: { id: '1' } };
  become('submitting', failure); // the router gives data at once, but states when React renders them
  for (const state of ['loading', 'idle']) expect(become(state)).toEqual({ answer: failure, isBusy: false });
  for (const state of ['submitting', 'loading']) expect(become(state)).toEqual({ answer: failure, isBusy: true });
  const saved = { answer: undefined, isBusy: false };
  expect(become('idle')).toEqual(saved); // the router keeps the answer after a redirect
  for (const state of ['submitting', 'loading']) expect(become(state)).toEqual({ answer: undefined, isBusy: true });
  expect(become('idle')).toEqual(saved);
});
