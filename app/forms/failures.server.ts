import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node';
import { log } from '../http/log.server.ts';
import { errorToast, type Toast } from './toasts/toast.ts';
import type { Words } from './with-failure-notice.ts';
import { replyInForm, tryAgainIn } from './parse-form.server.ts';

/** An action whose failure answers 503 with the form, all that was typed, and these words of the specification. */
export function withFailureReply<Answer>(words: Words, action: (args: ActionFunctionArgs) => Promise<Answer>) {
  return async (args: ActionFunctionArgs): Promise<Answer | ReturnType<typeof replyInForm<never>>> => {
    try {
      return await action(args);
    } catch (error) {
      if (!(error instanceof Error)) throw error; // an answer
      const { context, request } = args;
      const intent = () => String(context.typed?.().initialValue?.intent ?? '');
      const said = typeof words === 'string' ? words : words(intent(), request.url);
      log.error({ requestId: context.requestId, err: error }, said);
      return replyInForm<never>(context, 503, { notice: errorToast(said), headers: tryAgainIn(10) });
    }
  };
}

type Unread<T> = { [Name in keyof T]?: undefined } & { notice: Toast };

/** Reads what a page shows. If that fails, the page comes with 503 and a toast in place of the data. */
export async function readOrExplain<T extends object>(
  context: AppLoadContext,
  words: string,
  read: () => Promise<T>,
): Promise<(T & { notice?: undefined }) | Unread<T>> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    log.error({ requestId: context.requestId, err: error }, words);
    context.isUnavailable = true;
    return { notice: errorToast(words) } as Unread<T>;
  }
}
