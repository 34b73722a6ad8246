import { Fragment, useRef, type FormEvent, type ReactNode } from 'react';
import { Form, useNavigation, type FetcherWithComponents, type FormProps } from '@remix-run/react';
import { NoticeBanner } from './toasts/flash-banner.tsx';
import { Conflict } from '../ui/conflict.tsx';
import type { FormAnswer } from './form-answer.ts';
import { KEEP } from './typing/kept-form.ts';
import { useAnswer } from './use-answer.ts';
import { leaveWithoutAsking } from './typing/open-forms.ts';
import type { Problem } from './problem.ts';
import { Restored } from './typing/restored.tsx';
import { textOf } from './typing/typed-values.ts';
import { useFormState } from './use-form-state.ts';
import { useTyping } from './typing/use-typing.ts';
import type { z } from '../schemas/zod.ts';

/** What a field of a form needs, by its name. */
export interface FieldState {
  id: string;
  name: string;
  defaultValue: string;
  errors: string[] | undefined;
}

interface StaffFormProps<Schema extends z.core.$ZodType, Stored extends { version: number | string }> extends Omit<
  FormProps,
  'action' | 'children'
> {
  /** Where it is sent: the address it has itself. */
  action: string;
  schema: Schema;
  /** What its fields say before anything is typed. */
  loaded: Partial<Record<keyof z.input<Schema> & string, string | number | null>>;
  answer: FormAnswer<Stored> | undefined;
  /** What the notice says about fields that are not right: without it their first error, with null nothing. */
  problem?: Problem | null;
  /** The state of the item it was made from: a save on an older one is refused. */
  version?: number | string;
  /** The instance of the form of something new: the same one sent twice is one. */
  formId?: string;
  /** How what somebody else has saved is shown, and the button that saves over it. */
  conflict?: { title?: string; show: (stored: Stored) => ReactNode; save: string };
  /** For a form on a page that is about more: its errors are toasts where scripts run. */
  isPartOfPage?: boolean;
  fetcher?: FetcherWithComponents<FormAnswer<Stored>>;
  children: (field: (name: keyof z.input<Schema> & string) => FieldState, isBusy: boolean) => ReactNode;
}

/** The form of everything that staff edit. Without scripts it is a plain one; what was not saved stays in it. */
export function StaffForm<Schema extends z.core.$ZodType, Stored extends { version: number | string }>({
  action,
  schema,
  loaded,
  answer,
  problem,
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
  const isBusy = fetcher ? fetcher.state !== 'idle' : formAction === action;
  const { errors, notice, judgeAgain } = useFormState(form, schema, answer, problem);
  const { restored, instance, onTyped, onSubmit, discard } = useTyping(form, action, loaded, answer);
  const typed = answer?.result?.initialValue ?? restored?.values;
  const stored = answer?.stored;
  const sentVersion = answer?.result?.initialValue?.version as string | undefined;
  const field = (name: keyof z.input<Schema> & string): FieldState => {
    const value = typed ? typed[name] : loaded[name];
    return { id: name, name, defaultValue: textOf(value), errors: errors[name] ?? undefined };
  };
  const FormElement = fetcher?.Form ?? Form;
  return (
    <FormElement
      ref={form}
      method="post"
      action={action}
      noValidate
      onInput={(event: FormEvent) => {
        judgeAgain(event);
        onTyped();
      }}
      onSubmit={(event: FormEvent) => {
        // The buttons stay enabled meanwhile: disabling the pressed one would take the keyboard focus from it.
        if (isBusy) event.preventDefault();
        else onSubmit();
      }}
      className={className}
      {...rest}
    >
      {isPartOfPage ? <FirstBanner notice={notice} /> : <NoticeBanner notice={notice} />}
      <input type="hidden" name={KEEP} value="yes" />
      <Restored what={answer ? null : restored} startAgain={action} onDiscard={discard} />
      {stored && conflict ? (
        <Conflict
          title={conflict.title}
          stored={conflict.show(stored)}
          save={conflict.save}
          startAgain={action}
          onStartAgain={() => {
            discard();
            leaveWithoutAsking();
          }}
        />
      ) : null}
      {version === undefined ? null : (
        <input type="hidden" name="version" value={stored?.version ?? sentVersion ?? restored?.version ?? version} />
      )}
      {formId ? <input type="hidden" name="formId" value={restored?.formId ?? formId} /> : null}
      <Fragment key={instance}>{children(field, isBusy)}</Fragment>
    </FormElement>
  );
}

/** The notice that came with the document; those that come later are toasts. */
const FirstBanner = ({ notice }: { notice: Parameters<typeof useAnswer>[0] }) => (
  <NoticeBanner notice={useAnswer(notice)} />
);
