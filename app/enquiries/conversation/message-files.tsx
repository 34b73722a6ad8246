import { paths } from '../../paths.ts';
import { sizeText } from '../../ui/size-text.ts';
import type { ShownFile } from '../inbox/inbox.ts';

/** What came or went with a message or a mail: pictures as thumbnails, each file as a download. */
export function MessageFiles({ messageId, files }: { messageId: number; files: ShownFile[] | undefined }) {
  if (!files?.length) return null;
  return (
    <ul aria-label="Files" className="flex flex-wrap items-end gap-x-5 gap-y-3">
      {files.map((file) => {
        const href = paths.admin.enquiryFile(messageId, file.id);
        return (
          <li key={file.id} className="max-w-full min-w-0 text-sm">
            <a href={href} download className="text-link block wrap-anywhere underline">
              {file.isPicture ? (
                <img
                  src={href}
                  alt=""
                  loading="lazy"
                  className="border-border bg-surface mb-1 h-27 w-36 rounded-sm border object-cover"
                />
              ) : null}
              <span className={file.isPicture ? 'block max-w-36' : ''}>{file.name}</span>
            </a>
            <span className="text-muted whitespace-nowrap">{sizeText(file.sizeBytes)}</span>
          </li>
        );
      })}
    </ul>
  );
}
