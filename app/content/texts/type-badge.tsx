import type { ContentType } from './page-content.schema.ts';

const looks: Record<ContentType, string> = {
  heading: 'border-navy-900 bg-navy-900 text-white dark:border-mist-100 dark:bg-mist-100 dark:text-navy-950',
  text: 'border-control bg-bg text-text',
  html: 'border-amber-400 bg-amber-400 text-navy-950',
  button: 'border-steel-600 bg-steel-600 text-white',
  list: 'border-ok bg-bg text-ok',
  picture: 'border-ok bg-ok text-bg',
  contact: 'border-accent-text bg-bg text-accent-text border-dashed',
};

/** What kind of content a text is, in a look of its own. */
export function TypeBadge({ type }: { type: ContentType }) {
  return <span className={`rounded-sm border px-1.5 py-0.5 text-xs font-semibold ${looks[type]}`}>{type}</span>;
}
