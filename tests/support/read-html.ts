const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

export const decodeEntities = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name]!);

/** The HTML of an answer with its entities decoded. */
export const readHtml = async (answer: Response): Promise<string> => decodeEntities(await answer.text());
