import { useEffect, useRef } from 'react';
import { Form, useNavigation } from '@remix-run/react';
import { NoticeBanner } from '../http/notice-banner.tsx';
import type { Notice } from '../http/notice.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { describedBy, Field } from '../ui/field.tsx';
import { focusFirst } from '../ui/focus-first.ts';
import { IconField } from './icon-field.tsx';
import { ServiceConflict } from './service-conflict.tsx';
import type { ManagedService } from './service.schema.ts';

/** The answer to a service form that was not saved. */
export interface ServiceAnswer {
  notice: Notice;
  /** What was typed, as it was typed; absent where the form still holds it. */
  typed?: { title?: string; content?: string; icon?: string };
  errors?: { title?: string[]; content?: string[]; icon?: string[] };
  /** What somebody else saved in between. */
  stored?: ManagedService;
}

interface ServiceFormProps {
  /** Where it is sent. */
  action: string;
  /** Present when editing. */
  service?: ManagedService;
  answer: ServiceAnswer | undefined;
  /** The instance of the form of a new service: the same one sent twice is one service. */
  formId?: string;
}

/** The form of a new service or of one that exists. After a conflict it carries the newer version: saving is a choice. */
export function ServiceForm({ action, service, answer, formId }: ServiceFormProps) {
  const isBusy = useNavigation().formAction === action;
  const form = useRef<HTMLFormElement>(null);
  const { errors, stored } = answer ?? {};
  const initial = answer?.typed ?? service;
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-conflict], [aria-invalid]')?.focus();
  }, [answer]);
  return (
    <Form ref={form} method="post" action={action} noValidate className="grid gap-5">
      <NoticeBanner notice={answer?.notice} />
      {stored ? <ServiceConflict stored={stored} startAgain={action} /> : null}
      {service ? <input type="hidden" name="version" value={(stored ?? service).version} /> : null}
      {formId ? <input type="hidden" name="formId" value={formId} /> : null}
      <Field id="title" label="Service Title" errors={errors?.title}>
        <input
          id="title"
          name="title"
          required
          maxLength={200}
          autoComplete="off"
          className="control"
          defaultValue={initial?.title}
          {...describedBy('title', { errors: errors?.title })}
          {...focusFirst}
        />
      </Field>
      <IconField initial={initial?.icon ?? ''} errors={errors?.icon} />
      <Field id="content" label="Service Description" errors={errors?.content}>
        <textarea
          id="content"
          name="content"
          required
          rows={6}
          className="control"
          defaultValue={initial?.content}
          {...describedBy('content', { errors: errors?.content })}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink to={paths.admin.services} look="quiet" preventScrollReset prefetch="none">
          Cancel
        </ButtonLink>
        <Button type="submit" look="primary" disabled={isBusy}>
          {service ? 'Update Service' : 'Add Service'}
        </Button>
      </div>
    </Form>
  );
}
