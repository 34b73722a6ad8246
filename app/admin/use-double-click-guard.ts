import { useEffect } from 'react';

const PAUSE_MS = 500;
const REACH_PX = 16;
const PRESSES = ['pointerdown', 'touchstart', 'mousedown', 'pointerup', 'touchend', 'mouseup', 'click'] as const;
const CONTROLS = 'button, a[href], input[type="submit"]';
const FIELDS = 'input:not([type="submit"]), textarea, select, label, summary'; // here a second press is meant

/**
 * Ignores the second half of a double click, whatever is under the pointer by then, such as a button of the dialog that
 * the first half opened. From the keyboard a control answers once in half a second, unless `data-repeatable`.
 */
export function useDoubleClickGuard(): void {
  useEffect(() => {
    const byPointer = pointerGuard();
    const byKeyboard = keyboardGuard();
    const guard = (event: Event) => {
      if (!(event.target instanceof Element)) return;
      const isPressedByKey = event.type === 'click' && (event as MouseEvent).detail === 0;
      (isPressedByKey ? byKeyboard.guard : byPointer.guard)(event, event.target);
    };
    const gone = new AbortController();
    const first = { capture: true, signal: gone.signal }; // before React and the dialogs
    for (const name of PRESSES) addEventListener(name, guard, first);
    addEventListener('keydown', ({ key }) => key === 'Escape' && byKeyboard.forget(), first);
    addEventListener('input', byPointer.forget, first);
    return () => gone.abort();
  }, []);
}

function pointerGuard() {
  let last = { at: -Infinity, x: 0, y: 0 };
  let isSecondHalf = false;
  function isAgain(event: Event): boolean {
    const place = event instanceof MouseEvent ? event : (event as TouchEvent).changedTouches[0];
    if (!place || event.timeStamp - last.at > PAUSE_MS) return false;
    return Math.hypot(place.clientX - last.x, place.clientY - last.y) <= REACH_PX;
  }
  return {
    guard(event: Event, target: Element): void {
      if (target.closest(FIELDS)) return;
      const isClick = event.type === 'click';
      if (event.type === 'pointerdown' || (isClick && !isSecondHalf)) isSecondHalf = isAgain(event);
      if (isSecondHalf) event.stopPropagation();
      if (isSecondHalf && (isClick || event.type === 'mousedown')) event.preventDefault(); // also keeps the focus where it is
      if (!isClick) return;
      const { clientX: x, clientY: y } = event as MouseEvent;
      const isPressed = isSecondHalf || target.closest(CONTROLS);
      last = { at: isPressed ? event.timeStamp : -Infinity, x, y };
      isSecondHalf = false;
    },
    /** A click after typing is not the second half. */
    forget: () => void (last = { ...last, at: -Infinity }),
  };
}

function keyboardGuard() {
  const none: { at: number; control: Element | null } = { at: -Infinity, control: null };
  let last = none;
  return {
    guard(event: Event, target: Element): void {
      const control = target.closest(CONTROLS);
      if (!control || control.closest('[data-repeatable]')) return;
      const isAgain = control === last.control && event.timeStamp - last.at <= PAUSE_MS;
      last = { at: event.timeStamp, control };
      if (!isAgain) return;
      event.preventDefault();
      event.stopPropagation();
    },
    /** After Escape a second press is meant. */
    forget: () => void (last = none),
  };
}
