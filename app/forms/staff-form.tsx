import { Fragment, useRef, type FormEvent, type ReactNode } from 'react';
import { Form, useNavigation, type FetcherWithComponents, type FormProps } from '@remix-run/react';
import { FlashBanner } from './toasts/flash-banner.tsx';
import { successToast } from './toasts/toast.ts';
import { useNotify } from './toasts/toasts.tsx';
import { Conflict } from '../ui/conflict.tsx';
import { focusFirst } from '../ui/field.tsx';
import { findFirstError, type FormAnswer, type Problem } from './answer.ts';
import { KEEP, leaveWithoutAsking, type KeptForm, type KeptTyping, type SentTyping } from './typing/kept-typing.ts';
import { closing } from '../ui/use-focus-back.ts';
import { useScripted } from '../ui/use-scripted.ts';
import { isSending, useAnswer } from './use-answer.ts';
import { toText } from './typing/typed-values.ts';
import { useFormState } from './use-form-state.ts';
import { useTyping } from './typing/use-typing.ts';
import type { z } from '../schemas/zod.ts';

export interface FieldState {
  id: string;
  name: string;
  defaultValue: string;
  errors: string[] | undefined;
  autoFocus?: boolean;
  'data-autofocus'?: boolean;
}

export interface StaffFormProps<
  Schema extends z.core.$ZodType,
  Stored extends { version: number | string },
> extends Omit<FormProps, 'action' | 'children'> {
  action: string;
  schema: Schema;
  loaded: Partial<Record<keyof z.input<Schema> & string, string | number | null>>;
  answer: FormAnswer<Stored> | undefined;
  /** Makes the toast about invalid fields; by default it shows the first error. Null shows none. */
  problem?: Problem | null;
  /** The field that gets the focus while none is wrong. */
  first?: keyof z.input<Schema> & string;
  /** The item's version: a save of an older one is refused. */
  version?: number | string;
  /** The id of this instance of a form for a new item: sent twice, it is saved once. */
  formId?: string;
  /** How somebody else's version is shown, and the button that overwrites it. */
  conflict?: { title?: string; show: (stored: Stored) => ReactNode; save: string };
  /** The form is not a page of its own: with JavaScript its errors are toasts. */
  isPartOfPage?: boolean;
  fetcher?: FetcherWithComponents<FormAnswer<Stored>>;
  children: (field: (name: keyof z.input<Schema> & string) => FieldState, isBusy: boolean) => ReactNode;
}

export function StaffForm<Schema extends z.core.$ZodType, Stored extends { version: number | string }>({
  action,
  schema,
  loaded,
  answer,
  problem,
  first,
  version,
  formId,
  conflict,
  isPartOfPage,
  fetcher,
  children,
  className = 'grid gap-5',
  ...rest
}: StaffFormProps<Schema, Stored>) {
  const form = useRef<HTMLFormElement>(null);
  const { formAction } = useNavigation();
  const isBusy = fetcher ? isSending(fetcher) : formAction === action;
  const { errors, notice, judgeAgain } = useFormState(form, schema, answer, problem);
  const { restored, instance, begun, onTyped, onSubmit, discard } = useTyping(form, action, loaded, answer, version);
  const typed = answer?.result?.initialValue ?? restored?.values;
  const stored = answer?.stored;
  const problemNotice = stored && conflict?.title ? null : notice; // the conflict has a title of its own
  const firstNotice = useAnswer(isPartOfPage ? problemNotice : null);
  const sentVersion = answer?.result?.initialValue?.version as string | undefined;
  const field = (name: keyof z.input<Schema> & string): FieldState => {
    const value = typed ? typed[name] : loaded[name];
    const wrong = errors[name] ?? undefined;
    // Without a banner the first wrong field gets the focus.
    const isFirst = findFirstError(errors) === undefined ? name === first : problem === null && wrong;
    return { id: name, name, defaultValue: toText(value), errors: wrong, ...(isFirst ? focusFirst : {}) };
  };
  const isScripted = useScripted();
  const FormElement = fetcher?.Form ?? Form;
  return (
    <FormElement
      ref={form}
      method="post"
      action={action}
      noValidate={isScripted}
      onInput={(event: FormEvent) => {
        judgeAgain(event);
        onTyped();
      }}
      onSubmit={(event: FormEvent) => {
        // The button stays enabled: a disabled one would lose the keyboard focus.
        if (isBusy || hasHalfDate(form.current!)) event.preventDefault();
        else onSubmit();
      }}
      className={className}
      {...rest}
    >
      <FlashBanner notice={isPartOfPage ? firstNotice : problemNotice} />
      <input type="hidden" name={KEEP} value="yes" />
      <Restored what={answer ? null : restored} startAgain={action} onDiscard={discard} />
      {stored && conflict ? (
        <Conflict
          title={conflict.title}
          stored={conflict.show(stored)}
          save={/^(delete|remove)$/.test(String(answer.result?.initialValue?.intent)) ? undefined : conflict.save}
          startAgain={action}
          onStartAgain={() => {
            discard();
            leaveWithoutAsking();
          }}
        />
      ) : null}
      {version === undefined ? null : (
        <input type="hidden" name="version" value={stored?.version ?? sentVersion ?? begun} />
      )}
      {formId ? <input type="hidden" name="formId" value={restored?.formId ?? formId} /> : null}
      <Fragment key={instance}>{children(field, isBusy)}</Fragment>
    </FormElement>
  );
}

/** A browser would send half a date or time as an empty one. It explains what is missing. */
const hasHalfDate = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll('input')].some((input) => input.validity.badInput && !input.reportValidity());

interface RestoredProps {
  what: KeptTyping | SentTyping | KeptForm | null;
  startAgain: string;
  onDiscard: () => void;
}

function Restored({ what, startAgain, onDiscard }: RestoredProps) {
  const isScripted = useScripted();
  const notify = useNotify();
  const look = 'text-link cursor-pointer underline';
  const discard = closing(() => {
    onDiscard();
    notify(successToast('Discarded what was not saved'));
  });
  return (
    <div role="status" className="empty:absolute">
      {what ? (
        <p className="border-accent bg-surface border-l-4 px-4 py-3">
          <span>
            {'hadFile' in what
              ? 'Your session had ended, so this was not saved. What you typed was kept and is back. '
              : 'isPreviewed' in what
                ? 'Not saved yet. '
                : 'What you typed earlier is back. It has not been saved yet. '}
          </span>
          {'hadFile' in what && what.hadFile ? <span>Files are not kept: please choose yours again. </span> : null}
          {isScripted ? (
            <button type="button" className={look} onClick={discard}>
              Discard it
            </button>
          ) : (
            <a href={startAgain} className={look}>
              Discard it
            </a>
          )}
        </p>
      ) : null}
    </div>
  );
}
