/** An SVG file in the page itself: it is there with the words. @param of imported with `?raw` */
export const Drawing = ({ of, className = 'contents' }: { of: string; className?: string }) => (
  <div aria-hidden className={className} dangerouslySetInnerHTML={{ __html: of }} />
);
