import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { Drawing } from './drawings/drawing.tsx';

interface PageBandProps {
  title: string;
  intro?: ReactNode;
  above?: readonly (readonly [name: string, path: string])[];
  /** Imported by the page: the contact form is an application, and loads only its own. */
  drawing: string;
  back?: ReactNode;
}

export function PageBand({ title, intro, above = [], drawing, back }: PageBandProps) {
  return (
    <div className="blueprint on-dark relative overflow-hidden">
      <div className="wrap relative z-1 py-10 lg:py-14">
        <nav aria-label="Breadcrumb" className="print:hidden">
          <ol className="text-muted flex flex-wrap items-center gap-x-2 text-sm">
            {[['Home', paths.home] as const, ...above].map(([name, path]) => (
              <li key={path} className="flex items-center gap-2">
                <a href={path} className="py-1 hover:text-white hover:underline">
                  {name}
                </a>
                <span aria-hidden>/</span>
              </li>
            ))}
            <li aria-current="page" className="py-1 text-white">
              {title}
            </li>
          </ol>
        </nav>
        <h1 className="h1 mt-4 max-w-148 text-white">{title}</h1>
        {intro && <p className="lead mt-4 max-w-[29em] text-mist-100">{intro}</p>}
        {back && <div className="mt-5 print:hidden">{back}</div>}
      </div>
      {/* After the words, whose height it has: on a slow connection each line that came would move it. */}
      <Drawing of={drawing} />
    </div>
  );
}
