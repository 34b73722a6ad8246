import type { DetailedHTMLProps, HTMLAttributes } from 'react';

declare global {
  namespace JSX {
    /** In React 18 a custom element's class is `class`. */
    interface IntrinsicElements {
      [name: `${string}-${string}`]: DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & { class?: string };
    }
  }
}
