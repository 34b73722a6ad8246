import { createContext, useContext } from 'react';

/** On hydration the browser reads the nonce and the facts of an error page from the HTML. */
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
    : { nonce: readNonce(), isApplication: true, screen: readScreen(), ...readFailure() };
}

/** For React to render the page anew, as it does when an extension has changed it before hydration. */
const readScreen = () => document.querySelector('live-status > template')?.innerHTML;

// React renders the head again around an error page. A cached document has hashes instead of nonces.
const readNonce = () => document.querySelector<HTMLElement>('style[nonce], script[nonce]')?.nonce || undefined;

/** A hydrated error page must render the same as its HTML. */
function readFailure(): Pick<RenderFacts, 'status' | 'requestId'> {
  const { status, reference } = document.querySelector<HTMLElement>('[data-status]')?.dataset ?? {};
  return { ...(status ? { status: Number(status) } : {}), ...(reference ? { requestId: reference } : {}) };
}
