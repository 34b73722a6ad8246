/** One shape of a picture: its stored widths, and the size of the largest for the reserved space. */
export interface PictureShape {
  /** Address without `-<width>.<format>`; holds a hash of the content, so a file never changes. */
  base: string;
  widths: readonly number[];
  width: number;
  height: number;
}

export interface PictureData {
  name: string;
  alt: string;
  /** `object-position` that keeps the subject in view when the box cuts the picture. */
  focus: string;
  wide: PictureShape;
  /** Upright cut (4:5) for boxes that fill a phone's screen. */
  tall: PictureShape;
}

interface PictureProps {
  picture: PictureData;
  /** The width it is shown at, as the `sizes` attribute wants it. */
  sizes: string;
  /** For the picture of the first screen: loaded at once, before the others. */
  priority?: boolean;
  /** Use the upright cut on narrow screens; only for boxes that are tall there, such as the hero. */
  tallOnPhones?: boolean;
  /** Another text than the picture's own; empty where the picture only decorates. */
  alt?: string;
  className?: string;
  imgClassName?: string;
}

type Format = keyof typeof mimeTypes;

const narrow = '(max-width: 48rem)';
const wider = 'not all and (max-width: 48rem)';
// React 18 knows no camel-case fetchPriority and warns about it; the plain attribute it passes on.
const fetchFirst = { fetchpriority: 'high' } as const;

/** A responsive picture in AVIF, and in WebP unless it is a slide, for old browsers one JPEG, that reserves its space and loads late unless it has priority. */
export function Picture({ picture, sizes, priority, tallOnPhones, alt, className, imgClassName }: PictureProps) {
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
      <img
        src={`${wide.base}-1080.jpg`}
        width={wide.width}
        height={wide.height}
        alt={alt ?? picture.alt}
        loading={priority ? 'eager' : 'lazy'}
        {...(priority ? fetchFirst : {})}
        decoding="async"
        className={imgClassName}
        style={{ objectPosition: picture.focus }}
      />
    </picture>
  );
}

/**
 * The `<link>` descriptors (for a route's `links`) that fetch a priority picture ahead of the markup.
 * Takes the same `sizes` and `tallOnPhones` as the `<Picture>`; only browsers that read AVIF act on them.
 */
export function picturePreloads({ wide, tall }: PictureData, sizes: string, tallOnPhones = false) {
  const preload = (shape: PictureShape, media?: string, onlyWide = false) => ({
    rel: 'preload' as const,
    as: 'image' as const,
    type: mimeTypes.avif,
    imageSrcSet: srcSet(shape, 'avif', onlyWide),
    imageSizes: sizes,
    ...(media ? { media } : {}),
  });
  return tallOnPhones ? [preload(tall, narrow), preload(wide, wider, true)] : [preload(wide)];
}

const mimeTypes = { avif: 'image/avif', webp: 'image/webp' } as const;

function srcSet({ base, widths }: PictureShape, format: Format, onlyWide = false): string {
  return widths
    .filter((width) => !onlyWide || width > 480)
    .map((width) => `${base}-${width}.${format} ${width}w`)
    .join(', ');
}
