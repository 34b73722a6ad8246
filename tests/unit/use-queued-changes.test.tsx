import { act, renderHook } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { useQueuedChanges } from '#app/forms/use-queued-changes.ts';

const fetcher = vi.hoisted(() => ({ state: 'idle', data: undefined as unknown, submit: vi.fn() }));
vi.mock('@remix-run/react', () => ({ useFetcher: () => fetcher, Form: 'form' }));

it('a change that comes as the one before has just been stored is not lost', () => {
  const toFields = (change: string) => [['change', change]];
  let atStored: () => void = () => {};
  const { result, rerender } = renderHook(() => {
    const queue = useQueuedChanges('/list', toFields);
    useLayoutEffect(() => atStored());
    return queue;
  });
  act(() => result.current.change('first'));
  fetcher.state = 'submitting';
  rerender();
  fetcher.state = 'idle';
  fetcher.data = { notice: { kind: 'success' } };
  // A press between the answer's render and its effects.
  atStored = () => {
    atStored = () => {};
    result.current.change('second');
  };
  rerender();
  expect(result.current.waiting).toEqual(['second']);
});
