import type { FieldState } from '../forms/staff-form.tsx';
import { cancelUpload, useUploadProgress } from '../forms/upload-progress.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { RouteButton } from '../ui/route-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { UploadAnswer } from './send-upload.ts';

interface FileFieldProps {
  field: FieldState;
  answer: UploadAnswer<unknown> | undefined;
  isBusy: boolean;
  /** What the button that sends the form says. */
  save: string;
}

/** The end of a form with a PDF: the file, its way, which can be stopped where scripts run, and the buttons. */
export function FileField({ field, answer, isBusy, save }: FileFieldProps) {
  return (
    <>
      <TextField
        {...field}
        defaultValue={undefined}
        label="PDF File"
        help={<>A PDF of up to 25 MiB.{answer ? <noscript> Please choose the file again.</noscript> : null}</>}
        type="file"
        accept=".pdf"
        aria-required
        className="file:bg-surface2 file:text-text file:mr-3 file:rounded-sm file:border-0 file:px-3 file:py-1.5 file:font-semibold"
      />
      <UploadBar />
      <p role="status" className="text-muted empty:absolute">
        {answer?.isCancelled && !isBusy ? 'Upload cancelled. Nothing was saved.' : ''}
      </p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {isBusy ? null : (
          <RouteButton to={paths.admin.documents} look="quiet" preventScrollReset prefetch="none">
            Cancel
          </RouteButton>
        )}
        <Button type="submit" look="primary" disabled={isBusy}>
          {isBusy ? 'Processing...' : save}
        </Button>
      </div>
    </>
  );
}

/** How far the upload is; there only while one runs, and so only with JavaScript. */
function UploadBar() {
  const progress = useUploadProgress();
  if (!progress) return null;
  const percent = progress.total ? Math.floor((progress.loaded / progress.total) * 100) : 0;
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1">
      <label htmlFor="upload-progress" className="text-sm font-semibold">
        {percent < 100 ? `Uploading: ${percent} %` : 'Uploaded. Saving...'}
      </label>
      <Button look="danger" className="btn-small row-span-2" onClick={cancelUpload}>
        Cancel upload
      </Button>
      <progress id="upload-progress" max={100} value={percent} className="upload-bar h-2 w-full" />
    </div>
  );
}
