import { createContext, useContext } from 'react';

/** What the server knows while it renders; the browser has the nonce and what an error page shows. */
export interface RenderFacts {
  nonce?: string;
  requestId?: string;
  status?: number;
  isApplication?: boolean;
  /** The maintenance screen as HTML, which every public page carries. */
  screen?: string;
}
export const RenderContext = createContext<RenderFacts>({});

export function useRenderContext(): RenderFacts {
  const known = useContext(RenderContext);
  return typeof document === 'undefined'
    ? known
    : { nonce: ownNonce(), isApplication: true, screen: '', ...shownFailure() };
}

// React renders the head anew around an error page. A cached document has hashes instead.
const ownNonce = () => document.querySelector<HTMLElement>('style[nonce], script[nonce]')?.nonce || undefined;

/** A hydrated error page must say the same as its HTML. */
function shownFailure(): Pick<RenderFacts, 'status' | 'requestId'> {
  const { status, reference } = document.querySelector<HTMLElement>('[data-status]')?.dataset ?? {};
  return { ...(status ? { status: Number(status) } : {}), ...(reference ? { requestId: reference } : {}) };
}
