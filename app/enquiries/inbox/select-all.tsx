import { useCallback, useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';

const listBoxes = (form: HTMLFormElement | null) => [
  ...(form?.querySelectorAll<HTMLInputElement>('input[name="message"]') ?? []),
];

/** The DOM holds the state of the checkboxes, so that boxes ticked before hydration stay ticked. */
export function useSelection(form: RefObject<HTMLFormElement>, rows: unknown) {
  const [selection, setSelection] = useState({ ticked: 0, all: 0 });
  const count = useCallback(() => {
    const boxes = listBoxes(form.current);
    setSelection({ ticked: boxes.filter((box) => box.checked).length, all: boxes.length });
  }, [form]);
  const tickAll = useCallback(
    (isTicked: boolean) => {
      for (const box of listBoxes(form.current)) box.checked = isTicked;
      count();
    },
    [form, count],
  );
  const last = useRef<HTMLInputElement | null>(null);
  /** A click with Shift sets every box since the last click. */
  const selectRange = ({ target, shiftKey }: MouseEvent) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'message') return;
    const boxes = listBoxes(form.current);
    const [from, to] = [boxes.indexOf(last.current ?? target), boxes.indexOf(target)].sort((a, b) => a - b);
    if (shiftKey && from! >= 0) for (const box of boxes.slice(from, to! + 1)) box.checked = target.checked;
    last.current = target;
    count();
  };
  useEffect(count, [count, rows]);
  return { ...selection, count, tickAll, selectRange };
}

interface SelectAllProps {
  label: string;
  ticked: number;
  all: number;
  onChange: (isTicked: boolean) => void;
}

export function SelectAll({ label, ticked, all, onChange }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null);
  const isSome = ticked > 0 && ticked < all;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="control-choice mt-0! align-middle"
      aria-label={label}
      checked={all > 0 && ticked === all}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
