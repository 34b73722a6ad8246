import { Button } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { actionWords } from '../actions.ts';
import type { MessageTableProps } from './message-table.tsx';

/** `canGiveBack`: the ticked messages may have an owner. */
type GiveMenuProps = Pick<MessageTableProps, 'owners' | 'reader'> & { canGiveBack?: boolean };

/** Its buttons send the form around it. Without buttons it renders nothing. */
export function GiveMenu({ owners, reader, canGiveBack }: GiveMenuProps) {
  const others = owners.filter(({ email }) => email !== reader);
  if (!others.length && !canGiveBack) return null;
  return (
    <MoreMenu label="Give to others" text="Give to …" isLeft={!canGiveBack}>
      {others.map(({ id, email }) => (
        <Button key={id} type="submit" look="quiet" className="menu-item" name="intent" value={`give:${id}`}>
          {`Give to ${email}`}
        </Button>
      ))}
      {canGiveBack ? (
        <Button type="submit" look="quiet" className="menu-item" name="intent" value="give-back">
          {actionWords['give-back'].bulk}
        </Button>
      ) : null}
    </MoreMenu>
  );
}
