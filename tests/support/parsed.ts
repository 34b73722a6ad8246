import { Window } from 'happy-dom';

const reader = new new Window().DOMParser(); // making a window takes as long as parsing a page

export const parsed = async (answer: Response | Promise<Response>) =>
  reader.parseFromString(await (await answer).text(), 'text/html');
export type Parsed = Awaited<ReturnType<typeof parsed>>;

/** Joins white space as a browser shows it. */
const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();

export const textsIn = (page: Pick<Parsed, 'querySelectorAll'>, selector: string): string[] =>
  [...page.querySelectorAll(selector)].map((each) => plain(each.textContent));

/** The links in a part of a page, each as its text and address. */
export const linksIn = (page: Pick<Parsed, 'querySelectorAll'>, part = 'main'): string[][] =>
  [...page.querySelectorAll(`${part} a`)].map((each) => [plain(each.textContent), each.getAttribute('href') ?? '']);
