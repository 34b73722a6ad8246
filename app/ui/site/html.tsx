/** The loader's texts are sanitised. */
export function Html({ children, className }: { children: string | undefined; className: string }) {
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: children ?? '' }} />;
}
