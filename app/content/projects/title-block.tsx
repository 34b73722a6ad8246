import type { PublicProject } from './project.schema.ts';

interface TitleBlockProps {
  project: PublicProject;
  className: string;
}

/** The facts and figures of a project, as the title block of its drawing. */
export function TitleBlock({ project, className }: TitleBlockProps) {
  const { place, month, sector, client, figures } = project;
  const facts = [['Place', place], ['Month', month], ['Sector', sector], ['Client', client], ...figures];
  return (
    <div className={`grid grid-rows-[auto_1fr] ${className}`}>
      <div className="ruler" aria-hidden />
      <dl className="cells grid-cols-2 border-0! [&>:last-child:nth-child(odd)]:col-span-full">
        {facts
          .filter(([, value]) => value)
          .map(([name, value], index) => (
            <div key={index} className="px-3 py-3 sm:px-4">
              <dt className="eyebrow text-muted">{name}</dt>
              <dd className="font-display mt-0.5 leading-snug font-semibold tabular-nums sm:text-lg">{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
