import { contactFormSections, liftPlanningSections, nameFound, nameParts, ourWorkSections } from './more-text-names.ts';
import { paths } from '../../paths.ts';
import { slideKeys, type PageName } from './page-content.schema.ts';

export interface TextSection {
  name: string;
  /** The public page that shows it, where that is not its tab's own. */
  page?: string;
  /** Nobody sees its texts on the page itself: they are for search engines. */
  isFound?: boolean;
  /** What people call each text, by its section key, in the page's order. */
  texts: Record<string, string>;
}

/** The sections of each page in its order, and what people call their texts: after the page, as in 'Home: hero heading'. */
export const textSections = {
  home: {
    hero: {
      name: 'Hero',
      texts: {
        hero_heading: 'hero heading',
        hero_tagline: 'hero tagline',
        hero_services_button: 'hero button to services',
        hero_contact_button: 'hero button to contact',
        ...Object.fromEntries(slideKeys.map((key, index) => [key, `slide ${index + 1}`])),
      },
    },
    facts: { name: 'Facts below the hero', texts: { facts: 'facts' } },
    expertise: {
      name: 'Expertise',
      texts: {
        expertise_heading: 'expertise heading',
        expertise_intro: 'expertise introduction',
        ...nameParts('expertise', 4),
        expertise_link: 'expertise link to services',
      },
    },
    why: {
      name: 'Why choose us',
      texts: {
        why_heading: 'reasons heading',
        why_intro: 'reasons introduction',
        ...nameParts('why', 4, 'reason'),
        why_button: 'reasons button to about',
      },
    },
    closing: { name: 'Closing', texts: { cta_heading: 'closing heading', cta_text: 'closing text' } },
    found: nameFound('seo', paths.home),
  },
  about: {
    top: { name: 'Top of the page', texts: { heading: 'page heading', intro: 'page introduction' } },
    who: {
      name: 'Who we are',
      texts: { who_heading: 'who we are, heading', who_text: 'who we are, text', who_points: 'who we are, points' },
    },
    mission: { name: 'Mission', texts: { mission_heading: 'mission heading', mission_text: 'mission text' } },
    values: { name: 'Values', texts: { values_heading: 'values heading', ...nameParts('value', 4) } },
    director: {
      name: 'Director',
      texts: {
        director_heading: 'director heading',
        director_name: 'director’s name',
        director_letters: 'letters behind the director’s name',
        director_portrait: 'director’s portrait',
        director_text: 'director text',
        director_points: 'director points',
      },
    },
    proof: {
      name: 'Vendor file',
      texts: {
        proof_heading: 'vendor file, heading',
        proof_registration: 'company registration',
        proof_qualifications: 'qualifications',
        proof_insurance: 'insurance',
        proof_standards: 'standards worked to',
      },
    },
    approach: { name: 'Approach', texts: { approach_heading: 'approach heading', ...nameParts('approach', 3) } },
    documents: {
      name: 'Company documents',
      texts: { documents_heading: 'documents heading', documents_intro: 'documents introduction' },
    },
    closing: {
      name: 'Closing',
      texts: {
        cta_heading: 'closing heading',
        cta_text: 'closing text',
        cta_contact_button: 'closing button to contact',
        cta_services_button: 'closing button to services',
      },
    },
    found: nameFound('seo', paths.about),
  },
  services: {
    top: { name: 'Top of the page', texts: { heading: 'page heading', intro: 'page introduction' } },
    unsure: {
      name: 'Not sure which one',
      texts: { unsure_heading: 'not sure, heading', unsure_text: 'not sure, text', unsure_button: 'not sure, link' },
    },
    benefits: { name: 'Benefits', texts: { benefits_heading: 'benefits heading', ...nameParts('benefit', 4) } },
    lift_planning: {
      name: 'Lift planning',
      texts: {
        lift_planning_heading: 'lift planning heading',
        lift_planning_text: 'lift planning text',
        lift_planning_points: 'lift planning points',
        lift_planning_button: 'lift planning link',
      },
    },
    closing: {
      name: 'Closing',
      texts: {
        cta_heading: 'closing heading',
        cta_text: 'closing text',
        quote_button: 'closing button for a quote',
        work_button: 'closing button to our work',
      },
    },
    found: nameFound('seo', paths.services),
    ...liftPlanningSections,
    plans_found: nameFound('plans_seo', paths.liftPlanning, 'Lift Planning'),
    ...ourWorkSections,
    work_found: nameFound('work_seo', paths.portfolio, 'Our Work'),
  },
  contact: {
    top: { name: 'Top of the page', texts: { heading: 'page heading', intro: 'page introduction' } },
    ways: {
      name: 'Ways to get in touch',
      texts: {
        call_heading: 'call, heading',
        call_text: 'call, text',
        call_button: 'call, button',
        email_heading: 'e-mail, heading',
        email_text: 'e-mail, text',
        email_button: 'e-mail, button',
        form_heading: 'form, heading',
        form_text: 'form, text',
        form_button: 'form, button',
      },
    },
    place: {
      name: 'Location and hours',
      texts: {
        location_heading: 'location heading',
        location: 'location',
        hours_heading: 'hours heading',
        reply_promise: 'hours, reply promise',
        emergency_promise: 'hours, emergency promise',
      },
    },
    why: { name: 'Why contact us', texts: { why_heading: 'reasons heading', why_points: 'reasons' } },
    closing: {
      name: 'Closing',
      texts: { cta_heading: 'closing heading', cta_text: 'closing text', cta_button: 'closing button' },
    },
    found: nameFound('seo', paths.contact),
    ...contactFormSections,
    enquiry_found: nameFound('enquiry_seo', paths.contactForm, 'Contact form'),
  },
  footer: {
    company: {
      name: 'Company',
      texts: { company_name: 'company name', tagline: 'tagline', tagline_detail: 'tagline, detail' },
    },
    buttons: { name: 'Buttons', texts: { contact_button: 'button to contact', services_button: 'button to services' } },
    reach: {
      name: 'Ways to reach us',
      texts: {
        phone_1: 'telephone',
        phone_2: 'second telephone',
        whatsapp: 'WhatsApp number',
        email: 'e-mail address',
        network_link: 'network link',
        network_label: 'network link, words',
      },
    },
    end: { name: 'Last line', texts: { closing_line: 'closing line' } },
    sitemap_found: nameFound('sitemap_seo', paths.sitemap, 'Sitemap'),
    privacy_found: nameFound('privacy_seo', paths.privacyTerms, 'Privacy & Terms'),
    accessibility_found: nameFound('accessibility_seo', paths.accessibility, 'Accessibility'),
  },
} as const satisfies Record<PageName, Record<string, TextSection>>;

export type SectionId = { [Page in PageName]: `${Page}.${keyof (typeof textSections)[Page] & string}` }[PageName];
