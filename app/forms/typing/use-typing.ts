import { useContext, useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import {
  AccountContext,
  forgetTyping,
  keepTyping,
  readTyping,
  type KeptTyping,
  KeptFormsContext,
  type SentTyping,
  addOpenForm,
  markSent,
  markAnswered,
  isSent,
} from './kept-typing.ts';
import type { FormAnswer } from '../answer.ts';
import { isUnsaved, toText, readFields } from './typed-values.ts';

/** Keeps a draft on this device until it is saved or discarded. `instance` changes when the fields are reset. */
export function useTyping(
  form: RefObject<HTMLFormElement>,
  action: string,
  loaded: Record<string, unknown>,
  answer: FormAnswer | undefined,
  version?: number | string,
) {
  const account = useContext(AccountContext);
  const sentBefore = useContext(KeptFormsContext).find((form) => form.action === action) ?? null;
  const [{ restored, instance }, setState] = useState({
    restored: sentBefore as KeptTyping | SentTyping | null,
    instance: 0,
  });

  const isDirty = () => form.current !== null && isUnsaved(form.current, loaded);
  function onTyped() {
    if (!account || !form.current) return;
    if (!isDirty()) return forgetTyping(account, action);
    const { version, formId } = Object.fromEntries(new FormData(form.current)) as Record<string, string>;
    keepTyping(account, action, { values: readFields(form.current), version, formId });
  }
  function discard() {
    if (account) forgetTyping(account, action);
    setState((now) => ({ restored: null, instance: now.instance + 1 }));
  }
  const now = { loaded, answer, sentBefore, isDirty, onTyped, discard };
  const latest = useRef(now);
  latest.current = now;

  useEffect(
    () => addOpenForm({ action, isUnsaved: () => latest.current.isDirty(), discard: () => latest.current.discard() }),
    [action],
  );
  useEffect(() => {
    if (!account) return;
    // Checks and restores in one step, so that nobody types in between.
    queueMicrotask(() => {
      const { loaded: shown, answer: first, sentBefore: back } = latest.current;
      const kept = readTyping(account, action);
      const isPreviewed = back && 'isPreviewed' in back;
      // From now on the device keeps the draft: what is typed or discarded is newer than the preview.
      if (isPreviewed) history.replaceState(history.state, '', location.href.replace(/[?&]unsaved=\w+/, ''));
      const isNewest = isPreviewed && kept && !kept.wasSent;
      // What the server sent back, or what was typed before hydration, is newer than the draft.
      if (first?.result || (!isNewest && latest.current.isDirty())) return latest.current.onTyped();
      if (!kept || isSent(account, action)) return;
      const isSaved = Object.entries(kept.values).every(([name, value]) => value === toText(shown[name]));
      if (isSaved) forgetTyping(account, action);
      else keepFocus(form, () => flushSync(() => setState((now) => ({ restored: kept, instance: now.instance + 1 }))));
    });
  }, [account, action, form]);
  const shown = JSON.stringify(loaded);
  const [begun, begin] = useState({ shown, version });
  useEffect(() => {
    if (begun.shown === shown && begun.version === version) return;
    // A reload brought what somebody else has saved, while there is unsaved text here: the save must meet the conflict.
    // A form about more than its fields, as those of an enquiry, has the version in `loaded`.
    const isUnsaved = latest.current.isDirty() && !isSent(account ?? '', action);
    if (isUnsaved && begun.shown !== shown) return;
    begin({ shown, version });
    if (!isUnsaved) setState((now) => ({ ...now, restored: null }));
  }, [begun, shown, version, instance, account, action]);
  useEffect(() => {
    if (account && answer) markAnswered(account, action);
  }, [account, action, answer]);

  const onSubmit = () => account && markSent(account, action);
  return { restored, instance, begun: restored?.version ?? begun.version, onTyped, onSubmit, discard };
}

/** Keeps the focus when reset fields replace the one that somebody is about to type into. */
function keepFocus({ current: form }: RefObject<HTMLFormElement>, begin: () => void): void {
  const { activeElement: before } = document;
  begin();
  if (!(before instanceof HTMLElement) || before.isConnected || !('name' in before)) return;
  const twin = form?.querySelector<HTMLTextAreaElement>(`[name="${CSS.escape(String(before.name))}"]`);
  twin?.focus({ preventScroll: true });
  if (typeof twin?.selectionStart === 'number') twin.setSelectionRange(twin.value.length, twin.value.length);
}
