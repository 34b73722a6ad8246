import { Dialog } from '#app/ui/dialog.tsx';
import type { PublicDocument } from './document.schema.ts';
import { OpenDocument } from './open-document.tsx';

interface DocumentDialogProps {
  document: PublicDocument;
  open: boolean;
  onClose: () => void;
}

/** The small dialog of one document. Loaded only when a visitor is about to open it. */
export default function DocumentDialog({ document, open, onClose }: DocumentDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={document.title}>
      <OpenDocument document={document} />
    </Dialog>
  );
}
