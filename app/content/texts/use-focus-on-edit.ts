import { useEffect, useRef } from 'react';
import { useScripted } from '../../ui/use-scripted.ts';
import { EDITOR_ID } from './page-content.schema.ts';
import { editLinkId } from './text-item.tsx';

/**
 * Puts the focus into an editor that opens or was refused, and back on its Edit link when it closes.
 * @returns whether scripts run, once they do
 */
export function useFocusOnEdit(editKey: string | null, answer: object | undefined): boolean {
  const isScripted = useScripted();
  const previous = useRef(editKey);
  useEffect(() => {
    const was = previous.current;
    previous.current = editKey;
    if (editKey !== was || answer) {
      const id = editKey ? EDITOR_ID : was ? editLinkId(was) : '';
      document.getElementById(id)?.focus({ preventScroll: editKey === null });
    }
  }, [editKey, answer]);
  return isScripted;
}
