import type { ComponentProps } from 'react';

export interface PictureShape {
  /** An address without `-<width>.<format>`; it holds a hash of the content. */
  base: string;
  widths: readonly number[];
  width: number;
  height: number;
}

export interface PictureData {
  name: string;
  alt: string;
  /** `object-position`. */
  focus: string;
  wide: PictureShape;
  /** Upright (4:5), for boxes that fill a phone's screen. */
  tall: PictureShape;
}

interface PictureProps {
  picture: PictureData;
  sizes: string;
  priority?: boolean;
  tallOnPhones?: boolean;
  className?: string;
  imgClassName?: string;
}

const narrow = '(max-width: 48rem)';
const wider = 'not all and (max-width: 48rem)';
// React 18 warns about fetchPriority, but passes the attribute in lower case on.
const fetchFirst = { fetchpriority: 'high' } as const;

/** AVIF, WebP unless it is a slide, and a JPEG for old browsers. */
export function Picture({ picture, sizes, priority, tallOnPhones, className, imgClassName }: PictureProps) {
  const { wide, tall } = picture;
  return (
    <picture className={className}>
      {tallOnPhones && (
        <source
          media={narrow}
          type={mimeTypes.avif}
          srcSet={srcSet(tall, 'avif')}
          sizes={sizes}
          width={tall.width}
          height={tall.height}
        />
      )}
      <source type={mimeTypes.avif} srcSet={srcSet(wide, 'avif', tallOnPhones)} sizes={sizes} />
      {/* Five slides in both shapes and formats would not fit into one round trip; browsers without AVIF get the JPEG. */}
      {!tallOnPhones && <source type={mimeTypes.webp} srcSet={srcSet(wide, 'webp')} sizes={sizes} />}
      <PictureImage
        picture={{ ...picture, ...wide }}
        src={`${wide.base}-1080.jpg`}
        priority={priority}
        className={imgClassName}
      />
    </picture>
  );
}

interface PictureImageProps extends Pick<ComponentProps<'img'>, 'src' | 'className'> {
  picture: { width: number; height: number; alt: string; focus: string };
  priority: boolean | undefined;
}

/** For old browsers. It reserves the space, and loads late unless it has priority. */
export const PictureImage = ({ picture: { focus, alt, width, height }, priority, ...rest }: PictureImageProps) => (
  <img
    alt={alt}
    {...{ width, height }}
    loading={priority ? 'eager' : 'lazy'}
    {...(priority ? fetchFirst : {})}
    decoding="async"
    style={{ objectPosition: focus }}
    {...rest}
  />
);

/** For a route's `meta`. Takes the same `sizes` as the picture. */
export const picturePreload = (imageSrcSet: string, imageSizes: string, media?: string) => ({
  tagName: 'link' as const,
  rel: 'preload' as const,
  as: 'image' as const,
  type: mimeTypes.avif,
  imageSrcSet,
  imageSizes,
  ...(media ? { media } : {}),
});

/** For a picture that is `tallOnPhones`. */
export const picturePreloads = ({ wide, tall }: PictureData, sizes: string) => [
  picturePreload(srcSet(tall, 'avif'), sizes, narrow),
  picturePreload(srcSet(wide, 'avif', true), sizes, wider),
];

const mimeTypes = { avif: 'image/avif', webp: 'image/webp' } as const;

function srcSet({ base, widths }: PictureShape, format: keyof typeof mimeTypes, onlyWide = false): string {
  return widths
    .filter((width) => !onlyWide || width > 480)
    .map((width) => `${base}-${width}.${format} ${width}w`)
    .join(', ');
}
