import { useNavigation } from '@remix-run/react';

interface ReloadingProps {
  /** The list's page. */
  path: string;
  text: string;
}

/** Says that a list is read again, in the gap of 24 px above it: no button moves from under a finger. */
export function Reloading({ path, text }: ReloadingProps) {
  const { state, location } = useNavigation();
  return (
    <p role="status" className="text-muted absolute text-sm leading-6">
      {state === 'loading' && location.pathname === path ? text : ''}
    </p>
  );
}
