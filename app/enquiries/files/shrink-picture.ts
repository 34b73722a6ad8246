import { palette } from '../../schemas/colours.ts';

const LONGEST = 2560; // px: a tag or a rating plate can still be read
const SMALL = 700 * 1024;

/** Gives a JPEG, or a PNG for a PNG, without metadata such as the place. Small or unreadable files stay unchanged. */
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
    if (type === 'image/jpeg') context.fillRect(0, 0, canvas.width, canvas.height); // JPEG has no transparency
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85));
    canvas.width = 0; // frees its memory at once
    if (!bytes || bytes.type !== type || bytes.size > file.size * 0.9) return file;
    const name = type === 'image/png' ? file.name : file.name.replace(/(\.\w{1,5})?$/, '.jpg');
    const smaller = new File([bytes], name, { type, lastModified: file.lastModified });
    const form = new FormData();
    form.set('file', smaller);
    await new Response(form).formData(); // WebKit fails here, and could not send a form with this file either
    return smaller;
  } catch {
    return file;
  }
}
