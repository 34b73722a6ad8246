/** A page without its scripts and without the empty comments that React leaves between two texts. */
export const withoutScripts = (page: string) => page.replace(/<script.*?<\/script>|<!-- -->/gs, '');

/** The same, of an answer. */
export const markupOf = async (answer: Response | Promise<Response>) => withoutScripts(await (await answer).text());

/** What a page says: its tags left out, too. */
export const textOf = async (answer: Response | Promise<Response>) => (await markupOf(answer)).replace(/<[^>]*>/g, ' ');
