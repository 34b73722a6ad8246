import { useNavigation } from '@remix-run/react';

/** In the gap of 24 px above a list, so that no button moves from under a finger. */
export function Reloading({ path, text }: { path: string; text: string }) {
  const { state, location } = useNavigation();
  return (
    <p role="status" className="text-muted absolute text-sm leading-6">
      {state === 'loading' && location.pathname === path ? text : ''}
    </p>
  );
}
