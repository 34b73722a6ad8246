import {
  ArrowUturnLeftIcon,
  CheckIcon,
  EnvelopeIcon,
  EnvelopeOpenIcon,
  EyeIcon,
  InboxArrowDownIcon,
} from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { useFocusWhenGone } from '../../ui/use-focus-when-gone.ts';
import { actionWords, type RowAction } from '../actions.ts';

const icons: Record<RowAction, typeof EyeIcon> = {
  read: EnvelopeOpenIcon,
  unread: EnvelopeIcon,
  answer: CheckIcon,
  reopen: ArrowUturnLeftIcon,
  back: ArrowUturnLeftIcon,
  'not-spam': InboxArrowDownIcon,
  restore: ArrowUturnLeftIcon,
};

interface RowActionsProps {
  id: number;
  act: RowAction | null;
  of: string;
  search: string;
}

export function RowActions({ id, act, of, search }: RowActionsProps) {
  const Icon = act && icons[act];
  const view = useFocusWhenGone<HTMLButtonElement>(act);
  return (
    <span className="contents @4xl:flex @4xl:gap-1">
      <button
        ref={view}
        type="submit"
        id={`view-${id}`}
        className="row-action opens"
        name="intent"
        value="view"
        formAction={paths.admin.message(id) + search}
        title="View"
      >
        <EyeIcon aria-hidden className="size-4.5" />
        <span className="sr-only">{`View ${of}`}</span>
      </button>
      {Icon ? (
        <button type="submit" className="row-action" name="intent" value={`${act} ${id}`} title={actionWords[act].row}>
          <Icon aria-hidden className="size-4.5" />
          <span className="sr-only">{`${actionWords[act].row} ${of}`}</span>
        </button>
      ) : null}
    </span>
  );
}
