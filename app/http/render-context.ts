import { createContext, useContext } from 'react';

/** What only the server knows while it renders a page; in the browser it is empty. */
export interface RenderContext {
  /** Lets this answer's own inline scripts and styles run. */
  nonce?: string;
  /** Stands in the log, too. */
  requestId?: string;
  status?: number;
  /** The public styles. */
  css?: string;
}
export const RenderContextProvider = createContext<RenderContext>({});
export const useRenderContext = () => useContext(RenderContextProvider);
