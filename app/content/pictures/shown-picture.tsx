import { findJpeg, makeSrcSet, pictureTypes, type GivenPicture } from './picture.ts';

interface ShownPictureProps {
  picture: GivenPicture;
  /** By `makeSizes`. */
  sizes: string;
  priority?: boolean;
  className?: string;
}

// As in `ui/picture.tsx`.
const fetchFirst = { fetchpriority: 'high' } as const;

/** A picture that staff have given, in AVIF, WebP and JPEG; it reserves its space and loads late. */
export function ShownPicture({ picture, sizes, priority, className }: ShownPictureProps) {
  const { alt, focus, width, height } = picture;
  return (
    <picture>
      <source type={pictureTypes.avif} srcSet={makeSrcSet(picture, 'avif')} sizes={sizes} />
      <source type={pictureTypes.webp} srcSet={makeSrcSet(picture, 'webp')} sizes={sizes} />
      <img
        src={findJpeg(picture).src}
        width={width}
        height={height}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        {...(priority ? fetchFirst : {})}
        decoding="async"
        className={className}
        style={{ objectPosition: focus }}
      />
    </picture>
  );
}

/** For the head of a page, as `picturePreloads`. */
export const givenPreload = (picture: GivenPicture, sizes: string) => ({
  tagName: 'link' as const,
  rel: 'preload' as const,
  as: 'image' as const,
  type: pictureTypes.avif,
  imageSrcSet: makeSrcSet(picture, 'avif'),
  imageSizes: sizes,
});
