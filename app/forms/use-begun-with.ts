import { useState } from 'react';
import type { FormAnswer } from './form-answer.ts';

/**
 * The key of a form whose fields begin anew with another state of the item. While an answer is still to be read they
 * stay: the page's own data, which comes after it, would take away the keyboard and what has been typed since.
 * @param version of the item as the page shows it
 */
export function useBegunWith<Version>(version: Version, answer: FormAnswer | undefined): Version {
  const [begunWith, beginWith] = useState(version);
  if (!answer && begunWith !== version) beginWith(version);
  return begunWith;
}
