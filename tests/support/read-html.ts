const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

export const decodeEntities = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name]!);

/** HTML without scripts and without the empty comments that React puts between texts. */
export const withoutScripts = (page: string) => page.replace(/<script.*?<\/script>|<!-- -->/gs, '');
