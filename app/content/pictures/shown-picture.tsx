import { PictureImage, picturePreload } from '../../ui/picture.tsx';
import { findJpeg, makeSrcSet, pictureTypes, type GivenPicture } from './picture.ts';

interface ShownPictureProps {
  picture: GivenPicture;
  /** By `makeSizes`. */
  sizes: string;
  priority?: boolean;
  className?: string;
}

/** A picture that staff have given, in AVIF, WebP and JPEG. */
export const ShownPicture = ({ picture, sizes, priority, className }: ShownPictureProps) => (
  <picture>
    <source type={pictureTypes.avif} srcSet={makeSrcSet(picture, 'avif')} sizes={sizes} />
    <source type={pictureTypes.webp} srcSet={makeSrcSet(picture, 'webp')} sizes={sizes} />
    <PictureImage picture={picture} src={findJpeg(picture).src} priority={priority} className={className} />
  </picture>
);

/** For the head of a page, as `picturePreload`. */
export const givenPreload = (picture: GivenPicture, sizes: string) =>
  picturePreload(makeSrcSet(picture, 'avif'), sizes);
