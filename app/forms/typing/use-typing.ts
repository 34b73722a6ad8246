import { useContext, useEffect, useRef, useState, type RefObject } from 'react';
import { AccountContext } from './account-context.ts';
import { loadDialog } from '../../ui/load-dialog.ts';
import type { FormAnswer } from '../form-answer.ts';
import { KeptFormsContext, type SentTyping } from './kept-form.ts';
import { forgetTyping, keepTyping, readTyping, type KeptTyping } from './kept-typing.ts';
import { addOpenForm } from './open-forms.ts';
import { forgetOnceSaved, isNotSaved, isSent } from './saved-forms.ts';
import { isUnsaved, textOf, typedIn } from './typed-values.ts';

interface Typing {
  /** What was typed here earlier and is back in the form. */
  restored: KeptTyping | SentTyping | null;
  /** Another one whenever the fields are to begin anew. */
  instance: number;
  /** To be called whenever something has been typed. */
  onTyped: () => void;
  onSubmit: () => void;
  /** Puts back what was loaded. */
  discard: () => void;
}

/**
 * Keeps what is typed into a form on this device until it is saved or discarded, and brings it back.
 * @param action the address of the form
 * @param loaded what its fields say before anything is typed
 * @param answer of the server to what was sent last
 */
export function useTyping(
  form: RefObject<HTMLFormElement>,
  action: string,
  loaded: Record<string, unknown>,
  answer: FormAnswer | undefined,
): Typing {
  const account = useContext(AccountContext);
  const sentBefore = useContext(KeptFormsContext).find((form) => form.action === action) ?? null;
  const [{ restored, instance }, setState] = useState({
    restored: sentBefore as KeptTyping | SentTyping | null,
    instance: 0,
  });
  const latest = useRef({ loaded, answer });
  latest.current = { loaded, answer };

  const isDirty = () => form.current !== null && isUnsaved(form.current, latest.current.loaded);
  function onTyped() {
    if (!account || !form.current) return;
    if (!isDirty()) return forgetTyping(account, action);
    void loadDialog().catch(() => {}); // for the question before leaving, when perhaps there is no connection
    const { version, formId } = Object.fromEntries(new FormData(form.current)) as Record<string, string>;
    keepTyping(account, action, { values: typedIn(form.current), version, formId });
  }
  function discard() {
    if (account) forgetTyping(account, action);
    setState((now) => ({ restored: null, instance: now.instance + 1 }));
  }
  const commands = useRef({ isDirty, onTyped, discard });
  commands.current = { isDirty, onTyped, discard };

  useEffect(
    () =>
      addOpenForm({
        action,
        isUnsaved: () => commands.current.isDirty(),
        discard: () => commands.current.discard(),
      }),
    [action],
  );
  useEffect(() => {
    if (!account) return;
    const { loaded: shown, answer: first } = latest.current;
    // What came back from the server, or was typed before scripts ran, is newer than what was kept.
    if (first?.result || commands.current.isDirty()) return commands.current.onTyped();
    const kept = readTyping(account, action);
    if (!kept || isSent(account, action)) return;
    const isSaved = Object.entries(kept.values).every(([name, value]) => value === textOf(shown[name]));
    if (isSaved) forgetTyping(account, action);
    else setState((now) => ({ restored: kept, instance: now.instance + 1 }));
  }, [account, action]);
  useEffect(() => {
    if (account && answer) isNotSaved(account, action);
  }, [account, action, answer]);

  return { restored, instance, onTyped, onSubmit: () => account && forgetOnceSaved(account, action), discard };
}
