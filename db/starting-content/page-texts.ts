import { pageNames, type PageContent } from '../entities/content.ts';
import { aboutTexts } from './texts/about.ts';
import { contactFormTexts } from './texts/contact-form.ts';
import { contactTexts } from './texts/contact.ts';
import { footerTexts } from './texts/footer.ts';
import { homeTexts } from './texts/home.ts';
import { liftPlanningTexts } from './texts/lift-planning.ts';
import { ourWorkTexts } from './texts/our-work.ts';
import type { TextSection } from './texts/section.ts';
import { servicesTexts } from './texts/services.ts';

type PageName = PageContent['pageName'];

/** All texts that staff can edit, by the tab and section of Manage Pages. */
export const textSections = {
  home: homeTexts,
  about: aboutTexts,
  services: { ...servicesTexts, ...liftPlanningTexts, ...ourWorkTexts },
  contact: { ...contactTexts, ...contactFormTexts },
  footer: footerTexts,
} satisfies Record<PageName, Record<string, TextSection>>;

export type SectionId = { [Page in PageName]: `${Page}.${keyof (typeof textSections)[Page] & string}` }[PageName];

/** The rows of a new database, and the defaults for texts without a row. */
export const pageTexts = pageNames.flatMap((pageName) =>
  Object.values<TextSection>(textSections[pageName]).flatMap(({ texts }) =>
    Object.entries(texts).map(([sectionKey, [contentType, , contentValue]]) => ({
      pageName,
      sectionKey,
      contentType,
      contentValue,
    })),
  ),
);
