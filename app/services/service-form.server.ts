import type { AppLoadContext } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import { refuse } from '../http/form-failed.server.ts';
import { errorNotice, outdatedNotice, problemNotice } from '../http/notice.ts';
import type { ServiceAnswer } from './service-form.tsx';
import { isMissing, MISSING, type ManagedService } from './service.schema.ts';

/** The answer to a form whose fields are not right: 400, everything typed kept. */
export function invalid(context: AppLoadContext, result: SubmissionResult) {
  const errors = (result.error ?? {}) as Record<string, string[] | null>;
  const first = Object.values(errors).flat().find(Boolean);
  const notice = isMissing(errors) ? problemNotice(MISSING) : errorNotice(first ?? 'Please check the form');
  return refuse<ServiceAnswer>(
    context,
    { notice, errors: errors as ServiceAnswer['errors'], typed: typedIn(result) },
    400,
  );
}

/** The answer to a form made from a state that somebody else has changed since: 409, both versions. */
export function outdated(context: AppLoadContext, stored: ManagedService, result?: SubmissionResult) {
  const notice = outdatedNotice('Someone else has changed this service in the meantime');
  return refuse<ServiceAnswer>(context, { notice, stored, ...(result ? { typed: typedIn(result) } : {}) }, 409);
}

/** What was typed, as it was typed. */
export function typedIn({ initialValue }: SubmissionResult): ServiceAnswer['typed'] {
  const text = (name: string) => {
    const value = initialValue?.[name];
    return typeof value === 'string' ? value : '';
  };
  return { title: text('title'), content: text('content'), icon: text('icon') };
}
