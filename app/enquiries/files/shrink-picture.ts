import { palette } from '../../schemas/colours.ts';

const LONGEST = 2560; // px: what a tag or a rating plate is still read by
const SMALL = 700 * 1024;

/** Drops metadata, too, such as the place. JPEG, unless it is a PNG. Small or unreadable files stay as they are. */
export async function shrinkPicture(file: File): Promise<File> {
  if (!/^image\/(jpeg|png|webp|hei[cf])$/.test(file.type) || file.size < SMALL) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
    const context = canvas.getContext('2d')!;
    context.fillStyle = palette.white;
    if (type === 'image/jpeg') context.fillRect(0, 0, canvas.width, canvas.height); // which knows nothing transparent
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85));
    canvas.width = 0; // gives its memory back at once
    if (!bytes || bytes.type !== type || bytes.size > file.size * 0.9) return file;
    const name = type === 'image/png' ? file.name : file.name.replace(/(\.\w{1,5})?$/, '.jpg');
    return new File([bytes], name, { type, lastModified: file.lastModified });
  } catch {
    return file;
  }
}
