import { createContext, useContext } from 'react';

/** What only the server knows while it renders a page; in the browser the nonce is left, and what an error page shows. */
export interface RenderFacts {
  /** Lets this answer's own inline scripts and styles run. */
  nonce?: string;
  /** Stands in the log, too. */
  requestId?: string;
  status?: number;
  /** The page is one that React takes over. */
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

/**
 * React makes the head anew when an error page takes over or gives way; without the document's nonce its styles would be
 * refused. A document whose inline parts are named by hashes has none, and needs none.
 */
const ownNonce = () => document.querySelector<HTMLElement>('style[nonce], script[nonce]')?.nonce || undefined;

/** An error page that came with the document must say the same when scripts take it over. */
function shownFailure(): Pick<RenderFacts, 'status' | 'requestId'> {
  const { status, reference } = document.querySelector<HTMLElement>('[data-status]')?.dataset ?? {};
  return { ...(status ? { status: Number(status) } : {}), ...(reference ? { requestId: reference } : {}) };
}
