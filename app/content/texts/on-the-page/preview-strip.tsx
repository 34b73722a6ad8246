import type { ReactNode } from 'react';
import { Strip } from '../../../ui/strip.tsx';

interface PreviewedProps {
  editor: string;
  children: ReactNode;
}

/**
 * A public page with an unsaved text in it, which says so: read first, and seen at the lower edge wherever the page is
 * scrolled to. Such a page is a document, so nothing of this is in the scripts of visitors.
 */
export const Previewed = import.meta.env.SSR ? WithStrip : ({ children }: PreviewedProps) => children;

function WithStrip({ editor, children }: PreviewedProps) {
  return (
    <div data-preview className="grid">
      <div className="sticky bottom-0 z-20 order-1 print:hidden">
        <Strip label="Preview">
          {/* The way back to the top of the page lies at its end. */}
          <span className="block pr-14">
            <strong>Preview: not saved.</strong> Nobody else sees it.{' '}
            <a href={editor} className="link font-semibold whitespace-nowrap">
              Back to the editor
            </a>
          </span>
        </Strip>
      </div>
      {/* What gets the focus is never below the strip. */}
      <div className="min-w-0 [&_*]:scroll-mb-20">{children}</div>
    </div>
  );
}
