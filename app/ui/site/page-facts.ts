import { paths } from '../../paths.ts';

export interface PageFacts {
  path: string;
  title: string;
  description: string;
  /** In breadcrumbs, if it is not the title. */
  name?: string;
}

/** For search engines, where editors have given nothing. */
export const pageFacts = {
  home: {
    path: paths.home,
    title: 'Safety Rigging & Lifting Services | Trinidad & Tobago and the Caribbean',
    description:
      'Rigging and lifting safety consultancy in Trinidad & Tobago: site assessments and supervision, lift planning and review, training, risk assessment and incident investigation.',
  },
  about: {
    path: paths.about,
    title: 'About Us',
    description:
      'An independent rigging and lifting safety consultancy from Trinidad & Tobago, registered in March 2020: who we are, our mission, values and approach.',
  },
  services: {
    path: paths.services,
    title: 'Our Services',
    description:
      'Site assessments and supervision, lift planning and review, training and compliance, risk assessment and incident investigation across the Caribbean.',
    name: 'Services',
  },
  liftPlanning: {
    path: paths.liftPlanning,
    title: 'Lift Planning',
    description:
      'Why lift plans matter: what a plan settles before the load leaves the ground, for safety, precision and efficiency.',
  },
  portfolio: {
    path: paths.portfolio,
    title: 'Our Work',
    description:
      'The kinds of lift we plan, supervise and review: construction, offshore, petrochemical, port work and rigging gear, and what each of them depends on.',
  },
  contact: {
    path: paths.contact,
    title: 'Contact Us',
    description:
      'Call, email or message our rigging and lifting consultants in Trinidad & Tobago. Enquiries are answered within 24 hours; emergency consultations are available 24/7.',
    name: 'Contact',
  },
  contactForm: {
    path: paths.contactForm,
    title: 'Get In Touch',
    description:
      'Tell us about your lift. We answer every enquiry about rigging, lift planning, training and inspection within 24 hours.',
  },
  sitemap: {
    path: paths.sitemap,
    title: 'Sitemap',
    description: 'All pages of this site: main pages, contact and support, information and legal.',
  },
  privacyTerms: {
    path: paths.privacyTerms,
    title: 'Privacy & Terms',
    description:
      'What data this site collects and why, your rights over it, and the terms of use, under the law of Trinidad & Tobago.',
  },
  accessibility: {
    path: paths.accessibility,
    title: 'Accessibility',
    description:
      'How this site is made so that everybody can use it, how that is checked, what may still be in the way, and how to tell us.',
  },
} as const satisfies Record<string, PageFacts>;

export const makeTitle = ({ path, title }: Pick<PageFacts, 'path' | 'title'>, company: string): string =>
  path === paths.home ? title : `${title} | ${company}`;
