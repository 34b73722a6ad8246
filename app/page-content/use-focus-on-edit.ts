import { useEffect, useRef, useState } from 'react';
import { EDITOR_ID, type TextAnswer } from './text-editor.tsx';
import { editLinkId } from './text-item.tsx';

/**
 * Puts the focus into an editor that opens or was refused, and back on its Edit link when it closes.
 * @returns whether scripts run, once they do
 */
export function useFocusOnEdit(editKey: string | null, answer: TextAnswer | undefined): boolean {
  const [isScripted, setScripted] = useState(false);
  const previous = useRef(editKey);
  useEffect(() => setScripted(true), []);
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
