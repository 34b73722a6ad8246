import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FlashBanner } from '#app/forms/toasts/flash-banner.tsx';
import { errorToast, type Toast } from '#app/forms/toasts/toast.ts';
import { Toasts, useNotify } from '#app/forms/toasts/toasts.tsx';
import { focusFirstWrong } from '#app/ui/use-focus-back.ts';

vi.mock('@remix-run/react', () => ({ Form: () => null, useLocation: () => ({}) }));
const done = (title: string): Toast => ({ kind: 'success', title, id: title });
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
let notify: (notice: Toast) => void;

function Page() {
  notify = useNotify();
  return <main id="main" tabIndex={-1} />;
}
const noticesAt = (place: string, notice: Toast | null = null) => (
  <Toasts notice={notice} place={place}>
    <Page />
  </Toasts>
);
const ask = (...notices: Toast[]) => act(() => notices.forEach(notify));
const SOON_MS = 100;
const tell = (...notices: Toast[]) => (ask(...notices), pass(SOON_MS));
const region = () => screen.getByRole('status', { name: 'Notifications' });
const toasts = () => [...screen.queryAllByRole('alert'), ...region().children].map((toast) => toast.textContent);
const toast = (title: string) => screen.getByText(title).closest('div')!;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('a toast disappears after 5 seconds', () => {
  render(noticesAt('a'));
  tell(done('Saved'));
  pass(4999);
  expect(toasts()).toEqual(['Saved']);
  pass(1);
  expect(toasts()).toEqual([]);
});

it('a toast is inserted into a region that exists before, also in a dialog', () => {
  render(<div id="headlessui-portal-root" children={<div className="dialog-panel" />} />);
  render(noticesAt('a'));
  ask(done('Saved'));
  const before = region();
  expect([before.closest('.dialog-panel') !== null, toasts()]).toEqual([true, []]);
  pass(SOON_MS);
  expect([region() === before, toasts()]).toEqual([true, ['Saved']]);
});

it('of four toasts the oldest goes, but errors go last', () => {
  render(noticesAt('a'));
  tell(done('1'), done('2'), done('3'), done('4'));
  expect(toasts()).toEqual(['2', '3', '4']);
  pass(5000);
  tell(errorToast('Not saved'), done('5'), done('6'), done('7'), done('8'));
  expect(toasts()).toEqual(['Error Not saved', '7', '8']);
});

it('an error has its title, is an alert and stays until it is closed', () => {
  render(noticesAt('a'));
  tell(errorToast('Failed to save service'));
  pass(600_000);
  expect(screen.getByRole('alert').textContent).toBe('Error Failed to save service');
  const close = screen.getByRole('button', { name: 'Close notification' });
  close.focus();
  fireEvent.click(close);
  expect(document.activeElement?.id).toBe('main');
  expect(toasts()).toEqual([]);
});

it('closing an error in its form moves the focus to the dialog around it', () => {
  render(<div role="dialog" tabIndex={-1} children={<FlashBanner notice={errorToast('Not saved')} />} />);
  const close = screen.getByRole('button', { name: 'Close message' });
  close.focus();
  fireEvent.click(close);
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
});

it('each toast is read out once, an error as an alert outside the region of the others', () => {
  render(noticesAt('a'));
  tell(done('1'), { ...done('2'), undo: 1 }, errorToast('Not saved'));
  expect(region().getAttribute('aria-atomic')).toBe('false'); // otherwise the whole status is read each time
  expect(region().textContent).toBe('12Undo is at the end of the page.');
  expect(screen.getByRole('alert').closest('[role=status]')).toBeNull();
});

it('a wrong field gets the focus; if it has it already, its error appears again as an alert', () => {
  const field = '<input id="name" aria-invalid="true"><p id="name-error">Too long</p>';
  render(<form dangerouslySetInnerHTML={{ __html: field }} />);
  const form = document.forms[0]!;
  focusFirstWrong(form);
  expect([document.activeElement?.id, screen.queryByRole('alert')]).toEqual(['name', null]);
  const changes = new MutationObserver(() => {});
  changes.observe(form, { childList: true });
  focusFirstWrong(form);
  expect(changes.takeRecords().flatMap(({ addedNodes }) => [...addedNodes])).toEqual([screen.getByText('Too long')]);
  expect(screen.getByRole('alert').textContent).toBe('Too long');
});

it('a toast waits while it is pointed at or its button has the focus, whichever ends later', () => {
  render(noticesAt('a'));
  tell(done('Saved'));
  fireEvent.mouseEnter(toast('Saved'));
  pass(60_000);
  fireEvent.focus(screen.getByRole('button', { name: 'Close notification' }));
  fireEvent.mouseLeave(toast('Saved'));
  pass(60_000);
  expect(toasts()).toEqual(['Saved']);
  fireEvent.blur(screen.getByRole('button', { name: 'Close notification' }));
  pass(4999);
  expect(toasts()).toEqual(['Saved']);
  pass(1);
  expect(toasts()).toEqual([]);
});

it('a notice that came with the document is a banner until navigation; later ones are toasts', () => {
  const { rerender } = render(noticesAt('a', done('Added')));
  pass(60_000);
  expect(screen.getByText('Added')).toBeTruthy();
  expect(toasts()).toEqual([]);
  rerender(noticesAt('b', done('Added')));
  expect(screen.queryByText('Added')).toBeNull();
  rerender(noticesAt('c', done('Deleted')));
  pass(SOON_MS);
  expect(toasts()).toEqual(['Deleted']);
});
