import type { ReactNode } from 'react';
import { KEEP } from '../../../forms/typing/kept-typing.ts';
import { Strip } from '../../../ui/strip.tsx';
import type { Preview } from './unsaved-texts.server.ts';

interface PreviewedProps extends Pick<Preview, 'editor' | 'save'> {
  children: ReactNode;
}

/**
 * A public page with an unsaved text. The strip says so: it is read first, and stays at the lower edge of the window.
 * Only the server renders it, so visitors' scripts have none of it.
 */
export const Previewed = import.meta.env.SSR ? WithStrip : ({ children }: PreviewedProps) => children;

function WithStrip({ editor, save, children }: PreviewedProps) {
  return (
    <div data-preview className="grid">
      <div className="sticky bottom-0 z-20 order-1 print:hidden">
        <Strip label="Preview">
          {/* The button back to the top of the page lies at its end. */}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pr-14">
            <span>
              <strong>Preview: not saved.</strong> Nobody else sees it.
            </span>
            {save ? (
              <form method="post" action={save.action}>
                <input type="hidden" name={KEEP} value="yes" />
                <input type="hidden" name="contentValue" value={save.contentValue} />
                <input type="hidden" name="version" value={save.version} />
                <button type="submit" className="btn btn-primary btn-small">
                  Save
                </button>
              </form>
            ) : null}
            <a href={editor} className="link font-semibold whitespace-nowrap">
              Back to the editor
            </a>
          </div>
        </Strip>
      </div>
      {/* Keeps whatever gets the focus above the strip. */}
      <div className="min-w-0 [&_*]:scroll-mb-20">{children}</div>
    </div>
  );
}
