import { data, type AppLoadContext } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import { markFailed } from '../http/form-failed.server.ts';
import { describeError, log } from '../http/log.server.ts';
import { errorNotice, type Notice } from '../http/notice.ts';
import type { ServiceAnswer } from './service-form.tsx';
import { isMissing, MISSING, type ManagedService } from './service.schema.ts';

const problem = (title: string, description: string): Notice => {
  return { kind: 'error', title, description, id: crypto.randomUUID() };
};

function refuse(context: AppLoadContext, answer: ServiceAnswer, status: number) {
  markFailed(context);
  return data(answer, { status });
}

/** The answer to a form whose fields are not right: 400, everything typed kept. */
export function invalid(context: AppLoadContext, result: SubmissionResult) {
  const errors = (result.error ?? {}) as Record<string, string[] | null>;
  const first = Object.values(errors).flat().find(Boolean);
  const notice = isMissing(errors)
    ? problem(MISSING.title, MISSING.description)
    : errorNotice(first ?? 'Please check the form');
  return refuse(context, { notice, errors: errors as ServiceAnswer['errors'], typed: typedIn(result) }, 400);
}

/** The answer to a form made from a state that somebody else has changed since: 409, both versions. */
export function outdated(context: AppLoadContext, stored: ManagedService, result?: SubmissionResult) {
  const notice = problem('Not saved', 'Someone else has changed this service in the meantime');
  return refuse(context, { notice, stored, ...(result ? { typed: typedIn(result) } : {}) }, 409);
}

/** The answer to a command that failed: logged, and told in the specification's words. */
export function failed(context: AppLoadContext, error: unknown, words: string, result?: SubmissionResult) {
  log.error({ requestId: context.requestId, err: describeError(error) }, words);
  return refuse(context, { notice: errorNotice(words), ...(result ? { typed: typedIn(result) } : {}) }, 503);
}

function typedIn({ initialValue }: SubmissionResult): ServiceAnswer['typed'] {
  const text = (name: string) => {
    const value = initialValue?.[name];
    return typeof value === 'string' ? value : '';
  };
  return { title: text('title'), content: text('content'), icon: text('icon') };
}
