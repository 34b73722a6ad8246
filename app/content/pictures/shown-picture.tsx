import { PictureImage, picturePreload } from '../../ui/picture.tsx';
import { findJpeg, makeSrcSet, pictureTypes, type GivenPicture } from './picture.ts';

export interface ShownPictureProps {
  picture: GivenPicture;
  /** From `makeSizes`. */
  sizes: string;
  priority?: boolean;
  className?: string;
}

export const ShownPicture = ({ picture, sizes, priority, className }: ShownPictureProps) => (
  <picture>
    <source type={pictureTypes.avif} srcSet={makeSrcSet(picture, 'avif')} sizes={sizes} />
    <source type={pictureTypes.webp} srcSet={makeSrcSet(picture, 'webp')} sizes={sizes} />
    <PictureImage picture={picture} src={findJpeg(picture).src} priority={priority} className={className} />
  </picture>
);

export const givenPreload = (picture: GivenPicture, sizes: string) =>
  picturePreload(makeSrcSet(picture, 'avif'), sizes);
