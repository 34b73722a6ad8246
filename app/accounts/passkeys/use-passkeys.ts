import { useScripted } from '../../ui/use-scripted.ts';

/** Whether this browser has passkeys: not known without scripts, nor before they have taken the page over. */
export function usePasskeys(): boolean | undefined {
  return useScripted() ? 'PublicKeyCredential' in window : undefined;
}
