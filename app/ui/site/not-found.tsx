import type { ReactNode } from 'react';
import { errorTexts } from '../../http/refusals/error-texts.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../button.tsx';
import { Drawing } from './drawings/drawing.tsx';
import emptyHook from './drawings/empty-hook.svg?raw';
import { pageMeta } from './page-meta.ts';

export const missingMeta = pageMeta({
  title: 'Page Not Found',
  description: 'This page may have been moved or does not exist.',
  hidden: true,
});

export const goneMeta = pageMeta({
  title: 'Page No Longer Here',
  description: 'This page has been taken down, and nothing stands in its place.',
  hidden: true,
});

const FRAME = 'blueprint on-dark flex min-h-[calc(100svh-6rem)] items-center';

/** Without JavaScript 'Go Back' leads to `backTo`, a path of this site. */
export const NotFound = ({ backTo = paths.home }: { backTo?: string }) => (
  <missing-page class={FRAME}>
    <Words says={errorTexts(404)}>
      <ButtonLink data-back href={backTo} look="light">
        Go Back
      </ButtonLink>
    </Words>
  </missing-page>
);

const GONE = [
  'This Page Is No Longer Here',
  'It has been taken down, and nothing stands in its place. Tell us what you were looking for, and we will help.',
] as const;

export const Gone = () => (
  <div className={FRAME}>
    <Words says={GONE}>
      <ButtonLink href={paths.contact} look="light">
        Contact Us
      </ButtonLink>
    </Words>
  </div>
);

const Words = ({ says: [title, text], children }: { says: readonly [string, string]; children: ReactNode }) => (
  <div className="wrap grid items-center gap-12 py-16 lg:grid-cols-[3fr_2fr]">
    <div>
      <p className="eyebrow text-amber-400">Nothing on the hook</p>
      <h1 className="h1 mt-3 text-white">{title}</h1>
      <p className="lead mt-5 max-w-[30em] text-mist-100">{text}</p>
      <div className="mt-9 flex flex-wrap gap-3">
        <ButtonLink href={paths.home} look="primary">
          Return to Home
        </ButtonLink>
        {children}
      </div>
    </div>
    <Drawing of={emptyHook} className="mx-auto w-full max-w-72 max-lg:max-w-48" />
  </div>
);
