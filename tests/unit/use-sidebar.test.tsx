import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useSidebar } from '#app/admin/use-sidebar.ts';

vi.mock('@remix-run/react', () => ({ useLocation: () => ({ key: 'default' }) }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['http:', 'sidebar:state=false; Path=/; Max-Age=604800; SameSite=Lax'],
  ['https:', 'sidebar:state=false; Path=/; Max-Age=604800; SameSite=Lax; Secure'],
])('keeps its width in a cookie of its own kind on %s', (protocol, line) => {
  vi.stubGlobal('location', { protocol, hash: '' });
  const kept = vi.spyOn(document, 'cookie', 'set');
  const { result } = renderHook(() => useSidebar(true));
  act(() => result.current.toggleWidth());
  expect(result.current.isWide).toBe(false);
  expect(kept).toHaveBeenLastCalledWith(line);
});
