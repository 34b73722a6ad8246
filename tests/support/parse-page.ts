import { Window } from 'happy-dom';

const reader = new new Window().DOMParser(); // making a window takes as long as parsing a page

export const parsePage = async (answer: Response | Promise<Response>) =>
  reader.parseFromString(await (await answer).text(), 'text/html');
export type ParsedPage = Awaited<ReturnType<typeof parsePage>>;

/** Joins white space as a browser shows it. */
const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();

export const textsIn = (page: Pick<ParsedPage, 'querySelectorAll'>, selector: string): string[] =>
  [...page.querySelectorAll(selector)].map((each) => plain(each.textContent));

/** The links in a part of a page, each as its text and address. */
export const linksIn = (page: Pick<ParsedPage, 'querySelectorAll'>, part = 'main'): string[][] =>
  [...page.querySelectorAll(`${part} a`)].map((each) => [plain(each.textContent), each.getAttribute('href') ?? '']);
