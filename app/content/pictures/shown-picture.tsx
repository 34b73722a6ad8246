import { findLargestJpeg, pictureTypes, makeSrcSet, type GivenPicture } from './picture.ts';

interface ShownPictureProps {
  picture: GivenPicture;
  /** The width it is shown at, as the `sizes` attribute wants it. */
  sizes: string;
  className?: string;
}

/** A picture that staff have given, in AVIF, WebP and JPEG; it reserves its space and loads late. */
export function ShownPicture({ picture, sizes, className }: ShownPictureProps) {
  const { alt, width, height } = picture;
  return (
    <picture>
      <source type={pictureTypes.avif} srcSet={makeSrcSet(picture, 'avif')} sizes={sizes} />
      <source type={pictureTypes.webp} srcSet={makeSrcSet(picture, 'webp')} sizes={sizes} />
      <img
        src={findLargestJpeg(picture)}
        srcSet={makeSrcSet(picture, 'jpg')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={className}
      />
    </picture>
  );
}
