import { found, lines, section } from './section.ts';

export const servicesTexts = {
  top: section('Top of the page', {
    heading: ['heading', 'page heading', 'Our Services'],
    intro: [
      'text',
      'page introduction',
      'Choose a single service, or let us support you from the first sketch of a lift to the final report.',
    ],
  }),
  unsure: section('Not sure which one', {
    unsure_heading: ['heading', 'not sure, heading', 'Not sure which one you need?'],
    unsure_text: [
      'text',
      'not sure, text',
      'Describe the load, the place and what worries you. We will tell you what the lift needs, and what it does not.',
    ],
    unsure_button: ['button', 'not sure, link', 'Describe your lift'],
  }),
  benefits: section('Benefits', {
    benefits_heading: ['heading', 'benefits heading', 'What You Gain'],
    benefit_1_title: ['heading', 'benefit 1, title', 'Safety'],
    benefit_1_text: ['text', 'benefit 1, text', 'Fewer surprises on the day, because someone looked for them first.'],
    benefit_2_title: ['heading', 'benefit 2, title', 'Efficiency'],
    benefit_2_text: [
      'text',
      'benefit 2, text',
      'Shorter crane hire and fewer stoppages, because the lift is rehearsed on paper.',
    ],
    benefit_3_title: ['heading', 'benefit 3, title', 'Expertise'],
    benefit_3_text: [
      'text',
      'benefit 3, text',
      'An independent view of the plan, the gear and the people, in plain words.',
    ],
    benefit_4_title: ['heading', 'benefit 4, title', 'Customization'],
    benefit_4_text: [
      'text',
      'benefit 4, text',
      'Prepared for your load, your site and your crew, not taken off the shelf.',
    ],
  }),
  lift_planning: section('Lift planning', {
    lift_planning_heading: ['heading', 'lift planning heading', 'Lift Planning'],
    lift_planning_text: [
      'html',
      'lift planning text',
      '<p>A lift plan is the whole lift on paper: what the load weighs and where its centre of gravity is, which crane picks it up at which radius, how it is slung, where it travels, who stands where and what stops the lift.</p><p>We prepare plans for lifts of every size, from a routine pick with one crane to a tandem lift over live plant, and we review plans prepared by others.</p>',
    ],
    lift_planning_points: [
      'list',
      'lift planning points',
      lines(
        'Load, rigging and centre of gravity',
        'Radius, boom angle and utilisation',
        'Ground bearing and outrigger loads',
        'Slew path and exclusion zone',
        'Roles, signals and stop conditions',
      ),
    ],
    lift_planning_button: ['button', 'lift planning link', 'Why lift plans matter'],
  }),
  closing: section('Closing', {
    cta_heading: ['heading', 'closing heading', 'What do you need to lift?'],
    cta_text: [
      'text',
      'closing text',
      'Send us what you have: a sketch, a drawing, a photo of the site. We answer within 24 hours.',
    ],
    quote_button: ['button', 'closing button for a quote', 'Request a Quote'],
    work_button: ['button', 'closing button to our work', 'View Our Work'],
  }),
  found: found('seo'),
};
