import { data, type AppLoadContext } from '@remix-run/node';
import { markFailed } from '../http/form-failed.server.ts';
import type { TextAnswer } from './text-editor.tsx';

/** An answer that shows the editor again, with its page's title saying so. */
export function refuse(context: AppLoadContext, answer: TextAnswer, status: number) {
  markFailed(context);
  return data(answer, { status });
}
