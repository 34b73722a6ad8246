import { useEffect, useState } from 'react';
import { useFetcher, type FetcherWithComponents } from '@remix-run/react';
import type { FormAnswer } from './form-answer.ts';

/**
 * A fetcher for a form, with the answer to what it sent last: none once that was saved. The fetcher itself keeps the
 * answer before, because a save is answered by a redirect.
 * @param first the answer that came with the document, to a form that was sent without JavaScript
 */
export function useFormFetcher<Answer extends FormAnswer>(
  first?: Answer,
): { fetcher: FetcherWithComponents<Answer>; answer: Answer | undefined } {
  const fetcher = useFetcher() as FetcherWithComponents<Answer>;
  const { state, data: answer = first } = fetcher;
  const [over, setOver] = useState<Answer>();
  useEffect(() => {
    if (state === 'submitting') setOver(answer);
  }, [state, answer]);
  return { fetcher, answer: state === 'idle' && answer === over ? undefined : answer };
}
