import { paths } from '../../paths.ts';

// The names of the texts of pages that have no tab of their own: each stands in the nearest one.

/** The names of the texts of `count` numbered parts, such as `<prefix>_1_title`. */
export const nameParts = (
  prefix: string,
  count: number,
  name = prefix,
  texts: Record<string, string> = { title: 'title', text: 'text' },
) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => index + 1).flatMap((n) =>
      Object.entries(texts).map(([key, words]) => [`${prefix}_${n}_${key}`, `${name} ${n}, ${words}`]),
    ),
  );

export const liftPlanningSections = {
  plans_top: {
    name: 'Lift Planning: top of the page',
    page: paths.liftPlanning,
    texts: { plans_heading: 'lift plans, page heading', plans_intro: 'lift plans, page introduction' },
  },
  plans_why: {
    name: 'Lift Planning: why lift plans matter',
    page: paths.liftPlanning,
    texts: {
      plans_why_heading: 'lift plans, reasons heading',
      plans_why_text: 'lift plans, reasons text',
      plans_caption: 'lift plans, words below the drawing',
    },
  },
  plans_reasons: {
    name: 'Lift Planning: reasons',
    page: paths.liftPlanning,
    texts: nameParts('plans', 3, 'lift plans, reason', { title: 'title', text: 'text', points: 'points' }),
  },
  plans_closing: {
    name: 'Lift Planning: closing',
    page: paths.liftPlanning,
    texts: {
      plans_cta_heading: 'lift plans, closing heading',
      plans_cta_text: 'lift plans, closing text',
      plans_contact_button: 'lift plans, closing button to contact',
      plans_services_button: 'lift plans, closing button to services',
    },
  },
} as const;

export const ourWorkSections = {
  work_top: {
    name: 'Our Work: top of the page',
    page: paths.portfolio,
    texts: {
      work_heading: 'our work, page heading',
      work_intro: 'our work, page introduction',
      work_projects_intro: 'our work, page introduction once there are projects',
    },
  },
  work_lifts: {
    name: 'Our Work: kinds of lift',
    page: paths.portfolio,
    texts: {
      ...nameParts('work', 5, 'our work, lift', { field: 'field', title: 'title', text: 'text', points: 'points' }),
      work_note: 'our work, note on the pictures',
    },
  },
  work_closing: {
    name: 'Our Work: closing',
    page: paths.portfolio,
    texts: {
      work_cta_heading: 'our work, closing heading',
      work_cta_text: 'our work, closing text',
      work_quote_button: 'our work, closing button for a quote',
      work_services_button: 'our work, closing button to services',
    },
  },
} as const;

export const contactFormSections = {
  enquiry_top: {
    name: 'Contact form: top of the page',
    page: paths.contactForm,
    texts: { enquiry_heading: 'contact form, page heading', enquiry_intro: 'contact form, page introduction' },
  },
  enquiry_form: {
    name: 'Contact form: form',
    page: paths.contactForm,
    texts: {
      enquiry_message_help: 'contact form, help for the message',
      enquiry_thanks: 'contact form, thanks once it is sent',
    },
  },
  enquiry_beside: {
    name: 'Contact form: beside the form',
    page: paths.contactForm,
    texts: {
      enquiry_talk_heading: 'contact form, heading of the telephone',
      enquiry_talk_text: 'contact form, text below the telephone',
      enquiry_next_heading: 'contact form, what happens next, heading',
      enquiry_next_steps: 'contact form, what happens next, steps',
    },
  },
} as const;

/** The texts of a page for search engines. @param name of the page, where it has no tab of its own */
export const nameFound = (prefix: string, page: string, name = '') => ({
  name: name ? `${name}: search and sharing` : 'Search and sharing',
  page,
  isFound: true,
  texts: {
    [`${prefix}_title`]: `${name.toLowerCase()} title in searches`.trim(),
    [`${prefix}_description`]: `${name.toLowerCase()} description in searches`.trim(),
    [`${prefix}_picture`]: `${name.toLowerCase()} picture when shared`.trim(),
  },
});
