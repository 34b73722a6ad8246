import { data, type AppLoadContext } from '@remix-run/node';
import { describeError, log } from './log.server.ts';
import { errorNotice, type Notice } from './notice.ts';

const failed = new WeakSet<object>();

/** Remembers that this request's form was not accepted, so that its page's title can say so. */
export const markFailed = (context: object) => void failed.add(context);
export const hasFailed = (context: object) => failed.has(context);

/** An answer that shows the form again, with its page's title saying so. */
export function refuse<Answer>(context: AppLoadContext, answer: Answer, status: number) {
  markFailed(context);
  return data(answer, { status });
}

/**
 * The answer to a command that failed: logged, and told in the specification's words.
 * @param kept what of the form is to be shown again
 */
export function refuseFailed<Kept extends object>(context: AppLoadContext, error: unknown, words: string, kept: Kept) {
  log.error({ requestId: context.requestId, err: describeError(error) }, words);
  return refuse<Kept & { notice: Notice }>(context, { ...kept, notice: errorNotice(words) }, 503);
}
