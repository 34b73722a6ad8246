import { found, lines, section } from './section.ts';

export const homeTexts = {
  hero: section('Hero', {
    hero_heading: ['heading', 'hero heading', 'Safety Rigging & Lifting Services'],
    hero_tagline: [
      'text',
      'hero tagline',
      'We deliver safe, efficient, and customized solutions for every lifting challenge.',
    ],
    hero_services_button: ['button', 'hero button to services', 'Explore Our Services'],
    hero_contact_button: ['button', 'hero button to contact', 'Get in Contact'],
    hero_slide_1: ['picture', 'slide 1', ''],
    hero_slide_2: ['picture', 'slide 2', ''],
    hero_slide_3: ['picture', 'slide 3', ''],
    hero_slide_4: ['picture', 'slide 4', ''],
    hero_slide_5: ['picture', 'slide 5', ''],
  }),
  facts: section('Facts below the hero', {
    facts: [
      'list',
      'facts',
      lines(
        'Registered in March 2020, based in Trinidad & Tobago',
        'Enquiries answered within 24 hours',
        'Emergency consultations available 24/7',
      ),
    ],
  }),
  expertise: section('Expertise', {
    expertise_heading: ['heading', 'expertise heading', 'Our Expertise'],
    expertise_intro: [
      'text',
      'expertise introduction',
      'Four services that cover a lift from start to finish, from the first site visit to the last shackle back in its box.',
    ],
    expertise_1_title: ['heading', 'expertise 1, title', 'Site Assessments & Supervision'],
    expertise_1_text: [
      'text',
      'expertise 1, text',
      'Ground, access, gear and crew checked first. A competent person on site for as long as the load is off the ground.',
    ],
    expertise_2_title: ['heading', 'expertise 2, title', 'Lift Planning & Review'],
    expertise_2_text: [
      'text',
      'expertise 2, text',
      'Plans with load, radius and capacity worked out and drawn, or a second pair of eyes on a plan you already have.',
    ],
    expertise_3_title: ['heading', 'expertise 3, title', 'Training & Compliance'],
    expertise_3_text: [
      'text',
      'expertise 3, text',
      'Hands-on training for the people who handle the load, and gear records that stand up to an audit.',
    ],
    expertise_4_title: ['heading', 'expertise 4, title', 'Risk Assessment & Investigation'],
    expertise_4_text: [
      'text',
      'expertise 4, text',
      'Hazards found before they find you. After an incident: the causes, the evidence and what to change.',
    ],
    expertise_link: ['button', 'expertise link to services', 'See this service'],
  }),
  why: section('Why choose us', {
    why_heading: ['heading', 'reasons heading', 'Why Choose Us'],
    why_intro: ['text', 'reasons introduction', 'A lift is only as good as the thinking behind it. Here is ours.'],
    why_1_title: ['heading', 'reason 1, title', 'Safety First'],
    why_1_text: [
      'text',
      'reason 1, text',
      'No schedule is worth a life. If a lift is not safe, we say so, and we say what would make it safe.',
    ],
    why_2_title: ['heading', 'reason 2, title', 'Efficiency'],
    why_2_text: [
      'text',
      'reason 2, text',
      'A planned lift is a short lift. The right crane, the right gear and a crew that knows the sequence all save time.',
    ],
    why_3_title: ['heading', 'reason 3, title', 'Expertise'],
    why_3_text: [
      'text',
      'reason 3, text',
      'Construction, oil and gas, petrochemical, marine and offshore: we know the gear and the rules that govern it.',
    ],
    why_4_title: ['heading', 'reason 4, title', 'Customization'],
    why_4_text: [
      'text',
      'reason 4, text',
      'No two loads are alike. Every plan, course and procedure is written for your site, your crew and your equipment.',
    ],
    why_button: ['button', 'reasons button to about', 'More About Us'],
  }),
  closing: section('Closing', {
    cta_heading: ['heading', 'closing heading', 'Have a lift coming up? Talk to us first.'],
    cta_text: [
      'text',
      'closing text',
      'Tell us the load, the place and the date. We answer within 24 hours; in an emergency, call at any hour.',
    ],
  }),
  found: found('seo'),
};
