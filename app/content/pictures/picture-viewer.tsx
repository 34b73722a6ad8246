import type { ReactNode } from 'react';
import { ChevronLeftIcon, ChevronRightIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { findLarge } from './picture.ts';
import { ShownPicture, type ShownPictureProps } from './shown-picture.tsx';

const control = 'grid size-12 cursor-pointer place-items-center hover:text-amber-400';

/** Wraps pictures that open large. Only scripts open its dialog. */
export const PictureViewer = ({ count, children }: { count: number; children: ReactNode }) => (
  <picture-viewer>
    {children}
    <dialog
      aria-label="Picture"
      className="on-dark backdrop:bg-navy-950/90 m-auto max-h-none max-w-none bg-transparent print:hidden"
    >
      <div data-place className="grid place-items-center" />
      <div className="bg-navy-950 mx-auto mt-1 flex w-fit items-center text-white">
        <button type="button" data-step="-1" aria-label="Previous picture" hidden={count < 2} className={control}>
          <ChevronLeftIcon aria-hidden className="size-6" />
        </button>
        <p data-count role="status" className="px-2 tabular-nums" />
        <button type="button" data-step="1" aria-label="Next picture" hidden={count < 2} className={control}>
          <ChevronRightIcon aria-hidden className="size-6" />
        </button>
        <button type="button" aria-label="Close" className={control}>
          <XMarkIcon aria-hidden className="size-6" />
        </button>
      </div>
    </dialog>
  </picture-viewer>
);

interface PictureLinkProps extends Omit<ShownPictureProps, 'priority'> {
  index: number;
}

/** Fills at least a 3:2 box, and opens large. */
export const PictureLink = ({ picture, index, sizes, className = '' }: PictureLinkProps) => (
  <a href={findLarge(picture)} data-large className={`relative block ${className}`}>
    <span className="sr-only">{picture.alt ? 'Open large: ' : `Open picture ${index + 1} large`}</span>
    <span className="block aspect-[3/2] print:hidden" />
    <ShownPicture
      picture={picture}
      sizes={sizes}
      priority={index === 0}
      className="absolute inset-0 size-full object-cover print:static print:aspect-[3/2] print:h-auto! print:max-h-none! print:w-full!"
    />
  </a>
);
