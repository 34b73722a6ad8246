import { useEffect, useRef } from 'react';
import { Form, useNavigation } from '@remix-run/react';
import { NoticeBanner } from '../http/notice-banner.tsx';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { describedBy, Field } from '../ui/field.tsx';
import type { DocumentAnswer } from './document-answer.ts';
import { DocumentFields } from './document-fields.tsx';
import { cancelUpload, useUploadPercent } from './upload-progress.ts';

const empty = { title: '', description: '', displayOrder: '0' };

/** The form of a new document. Without JavaScript a plain one; with it the file's way is shown and can be stopped. */
export function UploadForm({ answer, formId }: { answer: DocumentAnswer | undefined; formId: string }) {
  const form = useRef<HTMLFormElement>(null);
  const navigation = useNavigation();
  const isBusy = navigation.formAction === paths.admin.newDocument;
  const errors = answer?.errors;
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  return (
    <Form
      ref={form}
      method="post"
      action={paths.admin.newDocument}
      encType="multipart/form-data"
      noValidate
      className="grid gap-5"
    >
      <NoticeBanner notice={answer?.notice} />
      <input type="hidden" name="formId" value={formId} />
      <DocumentFields initial={answer?.typed ?? empty} errors={errors} />
      <Field
        id="file"
        label="PDF File"
        errors={errors?.file}
        help={<>A PDF of at most 25 MiB.{answer ? <noscript> Please choose the file again.</noscript> : null}</>}
      >
        <input
          id="file"
          name="file"
          type="file"
          accept=".pdf"
          aria-required
          {...describedBy('file', { help: true, errors: errors?.file })}
          className="control file:bg-surface2 file:text-text file:mr-3 file:rounded-sm file:border-0 file:px-3 file:py-1.5 file:font-semibold"
        />
      </Field>
      <UploadBar />
      <p role="status" className="text-muted empty:hidden">
        {answer?.isCancelled && !isBusy ? 'Upload cancelled. Nothing was stored.' : ''}
      </p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {isBusy ? null : (
          <ButtonLink to={paths.admin.documents} look="quiet" preventScrollReset prefetch="none">
            Cancel
          </ButtonLink>
        )}
        <Button type="submit" look="primary" disabled={isBusy}>
          {isBusy ? 'Processing...' : 'Upload Document'}
        </Button>
      </div>
    </Form>
  );
}

/** How far the upload is; there only while one runs, and so only with JavaScript. */
function UploadBar() {
  const percent = useUploadPercent();
  if (percent === null) return null;
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1">
      <label htmlFor="upload-progress" className="text-sm font-semibold">
        {percent < 100 ? `Uploading: ${percent} %` : 'Uploaded, being stored'}
      </label>
      <Button look="danger" className="btn-small row-span-2" onClick={cancelUpload}>
        Cancel upload
      </Button>
      <progress id="upload-progress" max={100} value={percent} className="upload-bar h-2 w-full" />
    </div>
  );
}
