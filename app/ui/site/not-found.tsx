import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../button.tsx';
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
    <Words
      title="404 Page Not Found"
      text="Sorry, we couldn't find the page you're looking for. The page may have been moved or doesn't exist."
    >
      <ButtonLink data-back href={backTo} look="light">
        Go Back
      </ButtonLink>
    </Words>
  </missing-page>
);

export const Gone = () => (
  <div className={FRAME}>
    <Words
      title="This Page Is No Longer Here"
      text="It has been taken down, and nothing stands in its place. Tell us what you were looking for, and we will help."
    >
      <ButtonLink href={paths.contact} look="light">
        Contact Us
      </ButtonLink>
    </Words>
  </div>
);

const Words = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
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
    <EmptyHook />
  </div>
);

function EmptyHook() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 320 400"
      fill="none"
      strokeWidth="2"
      className="mx-auto w-full max-w-72 max-lg:max-w-48"
    >
      <path
        className="stroke-steel-300"
        d="M142 0V70M154 0V70M166 0V70M178 0V70M118 70H202L214 152 190 176H130L106 152ZM150 176V198H170V176M150 198C150 214 146 220 136 228 120 242 122 280 158 284 190 286 204 258 196 238L182 244C186 260 176 268 162 266 148 264 142 250 152 242 166 232 170 218 170 198"
      />
      <circle className="stroke-steel-300" cx="160" cy="122" r="26" />
      <circle className="stroke-steel-300" cx="160" cy="122" r="6" />
      <path className="stroke-steel-300/50" d="M20 384H300M160 300V330M40 260V220M280 260V220" strokeDasharray="7 6" />
      <path className="stroke-amber-500" strokeDasharray="9 7" d="M60 324H260V380H60Z" />
      <path className="stroke-amber-500" d="M60 304H260M54 310 66 298M254 310 266 298" />
    </svg>
  );
}
