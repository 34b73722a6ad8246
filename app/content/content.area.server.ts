import type { Area } from '../http/area.ts';
import { FORM_BYTES, type BodyLimit } from '../http/front-guard.server.ts';
import { paths } from '../paths.ts';
import { limitText } from '../ui/size-text.ts';
import { documentFiles } from './documents/documents.server.ts';
import { tooLargePdf, UPLOAD_BYTES } from './documents/pdf-check.ts';
import { PICTURE_BYTES, PICTURE_FORM_BYTES } from './pictures/picture.schema.ts';
import { pictureFiles } from './pictures/pictures.server.ts';
import { writeMissingPaths } from './redirects/missing-paths.server.ts';
import { CSV_BYTES } from './redirects/redirect.schema.ts';
import { sweepHistory } from './versions/sweep-history.server.ts';

export const content: Area = {
  sweeps: [sweepHistory],
  files: [documentFiles, pictureFiles],
  periodic: [{ everyMs: 10_000, run: writeMissingPaths, failure: 'missing addresses could not be written' }],
  bodyLimits(path) {
    const form = path.replace(/\.data$/, '');
    if (form === paths.admin.pages()) return picture('Back to Manage Pages', form);
    if (form === paths.admin.project(Number(/(?<!\d)\d+$/.exec(form)))) return picture('Back to the pictures', form);
    if (form === paths.admin.importRedirects) return redirectFile;
    const isReplaceFile = form === paths.admin.replaceFile(Number(/\d+/.exec(form)));
    return form === paths.admin.newDocument || isReplaceFile ? upload(form) : undefined;
  },
};

const upload = (form: string): BodyLimit => ({
  bytes: UPLOAD_BYTES,
  words: {
    title: tooLargePdf.title,
    text: `${tooLargePdf.description}.`,
    link: { href: form, label: 'Back to the form' },
  },
});
const redirectFile: BodyLimit = { bytes: CSV_BYTES + FORM_BYTES, words: {} };
const picture = (label: string, href: string): BodyLimit => ({
  bytes: FORM_BYTES,
  words: {},
  withFiles: {
    bytes: PICTURE_FORM_BYTES,
    words: {
      title: 'Picture too large',
      text: `Please choose a JPEG, PNG or WebP of up to ${limitText(PICTURE_BYTES)}.`,
      link: { href, label },
    },
  },
});
