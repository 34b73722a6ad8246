import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from '@remix-run/react';
import { Dialog } from './dialog.tsx';
import { PlainPanel, WIDE, type RouteDialogProps } from './plain-panel.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { isTakenOver } from './use-scripted.ts';

// Headless UI shows the first dialog of a page at once, and again as it fades in; so the first one starts closed.
let isFirst = true;

const isWide = () => matchMedia(WIDE).matches;

/** A panel with a link that closes it; with JavaScript it traps the focus, unless it is beside the page. */
export function RouteDialog({ title, closeTo, size = 'small', isBesideWhenWide = false, children }: RouteDialogProps) {
  const [look, setLook] = useState<'panel' | 'instant' | 'dialog'>(() =>
    isTakenOver() && !(isBesideWhenWide && isWide()) ? 'dialog' : 'panel',
  );
  const [isOpen, setOpen] = useState(!isFirst);
  useEffect(() => {
    isFirst = false;
    setOpen(true);
  }, []);
  const navigate = useNavigate();
  useFocusBack(closeTo);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Panel and dialog replace one another, unless something was typed. Check and replacement are one step, so that
    // nobody types into the old one in between.
    const adapt = () =>
      queueMicrotask(() => {
        if (!place.current || isTouched(place.current)) return;
        const other = isBesideWhenWide && isWide() ? 'panel' : 'instant';
        flushSync(() => setLook((now) => (other === 'instant' && now === 'dialog' ? now : other)));
      });
    adapt();
    if (!isBesideWhenWide) return;
    const media = matchMedia(WIDE);
    media.addEventListener('change', adapt);
    return () => media.removeEventListener('change', adapt);
  }, [isBesideWhenWide]);
  const close = () => navigate(closeTo, { preventScrollReset: true });
  const content = { title, closeTo, size, isBesideWhenWide, children };
  if (look === 'panel')
    return (
      <div ref={place}>
        <PlainPanel {...content} onEscape={close} />
        {/* Headless UI shows its first dialog a frame late; this one, which stays shut, is its first */}
        <Dialog open={false} onClose={() => {}} title={title} />
      </div>
    );
  return (
    <Dialog
      open={isOpen || look === 'instant'}
      onClose={close}
      title={title}
      size={size}
      isInstant={look === 'instant'}
    >
      <div ref={place}>{children}</div>
    </Dialog>
  );
}

/** A control has another value than in the HTML, or the focus, or is pressed. */
function isTouched(place: HTMLElement): boolean {
  if (place.matches(':active')) return true;
  const controls = place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return [...controls].some((control) => {
    if (control === document.activeElement && !control.autofocus) return true;
    return control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue;
  });
}
