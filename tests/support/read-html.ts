/** The HTML of an answer with its entities decoded. */
export async function readHtml(answer: Response): Promise<string> {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
  return (await answer.text()).replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities[name]!);
}
