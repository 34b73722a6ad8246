import { Button } from '../ui/button.tsx';
import { cancelUpload, useUploadProgress } from './upload-progress.ts';

/** How far the upload is; there only while one runs, and so only with JavaScript. */
export function UploadBar() {
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
