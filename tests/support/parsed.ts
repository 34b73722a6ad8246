import { Window } from 'happy-dom';

const reader = new new Window().DOMParser(); // of one window: to make one takes as long as a page

export const parsed = async (answer: Response | Promise<Response>) =>
  reader.parseFromString(await (await answer).text(), 'text/html');
export type Parsed = Awaited<ReturnType<typeof parsed>>;

/** A text as it is read: white space in one. */
const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();

/** The texts of all that a selector finds. */
export const textsIn = (page: Pick<Parsed, 'querySelectorAll'>, selector: string): string[] =>
  [...page.querySelectorAll(selector)].map((each) => plain(each.textContent));

/** The links of a part of a page: each as its name and address. */
export const linksIn = (page: Pick<Parsed, 'querySelectorAll'>, part = 'main'): string[][] =>
  [...page.querySelectorAll(`${part} a`)].map((each) => [plain(each.textContent), each.getAttribute('href') ?? '']);
