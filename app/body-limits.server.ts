import { tooLargePdf, UPLOAD_BYTES } from './content/documents/upload-check.ts';
import { BODY_BYTES, FILES_BYTES } from './enquiries/files/enquiry-files.ts';
import { FORM_BYTES, type BodyLimit, type BodyLimits } from './http/front-guard.server.ts';
import { paths } from './paths.ts';
import { PICTURE_BYTES, PICTURE_FORM_BYTES } from './content/pictures/picture.ts';
import { limitText } from './ui/size-text.ts';

/** How large a form of each address may be, and what is said of a larger one; nothing where all forms are alike. */
export const bodyLimits: BodyLimits = (path) => {
  const form = path.replace(/\.data$/, '');
  if (form === paths.contactForm) return enquiry;
  if (form === paths.admin.pages()) return picture;
  return form === paths.admin.newDocument || isReplaceFile(form) ? upload(form) : undefined;
};

const isReplaceFile = (path: string) => path === paths.admin.replaceFile(Number(/\d+/.exec(path)));

const upload = (form: string): BodyLimit => ({
  bytes: UPLOAD_BYTES,
  words: {
    title: tooLargePdf.title,
    text: `${tooLargePdf.description}.`,
    way: { href: form, label: 'Back to the form' },
  },
});
const enquiry: BodyLimit = {
  bytes: FORM_BYTES,
  words: {
    title: 'Your message is too long',
    text: 'It was not sent. Go back in your browser, where your text is still in the form, shorten it and send it again, or call us.',
    way: { href: paths.contactForm, label: 'Open a blank form' },
  },
  withFiles: {
    bytes: BODY_BYTES,
    words: {
      title: 'Your files are too large',
      text: `Nothing was sent. Go back in your browser, where your text is still in the form, and choose files of together at most ${limitText(FILES_BYTES)}, or send them to us by mail.`,
      way: { href: paths.contactForm, label: 'Open a blank form' },
    },
  },
};
const picture: BodyLimit = {
  bytes: FORM_BYTES,
  words: {},
  withFiles: {
    bytes: PICTURE_FORM_BYTES,
    words: {
      title: 'Picture too large',
      text: `Please choose a JPEG, PNG or WebP of up to ${limitText(PICTURE_BYTES)}.`,
      way: { href: paths.admin.pages(), label: 'Back to Manage Pages' },
    },
  },
};
