/** HTML without scripts and without the empty comments that React puts between texts. */
export const withoutScripts = (page: string) => page.replace(/<script.*?<\/script>|<!-- -->/gs, '');

export const markupOf = async (answer: Response | Promise<Response>) => withoutScripts(await (await answer).text());

export const textOf = async (answer: Response | Promise<Response>) => (await markupOf(answer)).replace(/<[^>]*>/g, ' ');
