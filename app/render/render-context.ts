import { createContext, useContext } from 'react';

/** The browser has the nonce and what an error page shows. */
export interface RenderFacts {
  nonce?: string;
  requestId?: string;
  status?: number;
  isApplication?: boolean;
  /** The HTML of the maintenance screen, which every public page carries. */
  screen?: string;
}
export const RenderContext = createContext<RenderFacts>({});

export function useRenderContext(): RenderFacts {
  const known = useContext(RenderContext);
  return typeof document === 'undefined'
    ? known
    : { nonce: ownNonce(), isApplication: true, screen: '', ...shownFailure() };
}

// React renders the head anew around an error page. A cached document has hashes instead of nonces.
const ownNonce = () => document.querySelector<HTMLElement>('style[nonce], script[nonce]')?.nonce || undefined;

/** A hydrated error page must say the same as its HTML. */
function shownFailure(): Pick<RenderFacts, 'status' | 'requestId'> {
  const { status, reference } = document.querySelector<HTMLElement>('[data-status]')?.dataset ?? {};
  return { ...(status ? { status: Number(status) } : {}), ...(reference ? { requestId: reference } : {}) };
}
