import { Link } from '@remix-run/react';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { TextEditorProps } from './text-editor.tsx';

/** Leaves the editor of a text for wherever it was opened from. */
export function CancelEdit({ tab, from }: Pick<TextEditorProps, 'tab' | 'from'>) {
  return (
    <Link
      to={from?.back ?? paths.admin.pages(tab)}
      reloadDocument={from !== undefined}
      className={buttonClass('quiet', 'btn-small')}
      preventScrollReset
    >
      Cancel
    </Link>
  );
}
