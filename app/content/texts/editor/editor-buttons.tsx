import type { ReactNode } from 'react';
import { Link } from '@remix-run/react';
import { paths } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import type { TextEditorProps } from './text-editor.tsx';

interface EditorButtonsProps extends Pick<TextEditorProps, 'tab' | 'from'> {
  isBusy: boolean;
  /** Whether its page shows it. */
  isShown: boolean;
  children?: ReactNode;
}

export function EditorButtons({ isBusy, isShown, tab, from, children }: EditorButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" look="primary" className="btn-small" isBusy={isBusy}>
        Save
      </Button>
      {isShown ? (
        <Button type="submit" name="intent" value="preview" className="btn-small" isBusy={isBusy}>
          Preview
        </Button>
      ) : null}
      {children}
      <Link
        to={from?.back ?? paths.admin.pages(tab)}
        reloadDocument={from !== undefined}
        className={buttonClass('quiet', 'btn-small')}
        preventScrollReset
      >
        Cancel
      </Link>
    </div>
  );
}
