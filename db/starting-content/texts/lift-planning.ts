import { found, lines, section } from './section.ts';

export const liftPlanningTexts = {
  plans_top: section('Lift Planning: top of the page', {
    plans_heading: ['heading', 'lift plans, page heading', 'Lift Planning'],
    plans_intro: [
      'text',
      'lift plans, page introduction',
      'The safest lift is one that has already happened on paper.',
    ],
  }),
  plans_why: section('Lift Planning: why lift plans matter', {
    plans_why_heading: ['heading', 'lift plans, reasons heading', 'Why Lift Plans Matter'],
    plans_why_text: [
      'text',
      'lift plans, reasons text',
      'Every lift is a chain of assumptions: about the load, the ground, the gear, the weather and the people. A lift plan writes each one down, checks it, and gives it to everybody who depends on it. That is all it is, and it is why a planned lift is uneventful to watch.',
    ],
    plans_caption: [
      'text',
      'lift plans, words below the drawing',
      'The parts of a lift plan: elevation, plan view, sling detail and load table. Illustration, not rated data.',
    ],
  }),
  plans_reasons: section('Lift Planning: reasons', {
    plans_1_title: ['heading', 'lift plans, reason 1, title', 'Safety'],
    plans_1_text: [
      'text',
      'lift plans, reason 1, text',
      'Most things that go wrong in the air were decided on the ground: a weight taken from memory, a sling angle nobody worked out, ground that gave way. A plan settles these questions at a desk, where a wrong answer hurts nobody. It says who stands where, what signals are used, and when everyone stops.',
    ],
    plans_1_points: [
      'list',
      'lift plans, reason 1, points',
      lines(
        'Exclusion zone and escape routes',
        'Wind, visibility and other stop conditions',
        'Who directs, who signals, who watches',
      ),
    ],
    plans_2_title: ['heading', 'lift plans, reason 2, title', 'Precision'],
    plans_2_text: [
      'text',
      'lift plans, reason 2, text',
      'A crane’s capacity changes with every metre of radius. The plan fixes load, centre of gravity, radius and boom angle, and follows the load along its whole path, past every pipe rack and power line. Clearance is a figure on a drawing, not a hope.',
    ],
    plans_2_points: [
      'list',
      'lift plans, reason 2, points',
      lines(
        'Weight with rigging, hook block and margin',
        'Radius and utilisation at the worst point',
        'Clearances along the path of the load',
      ),
    ],
    plans_3_title: ['heading', 'lift plans, reason 3, title', 'Efficiency'],
    plans_3_text: [
      'text',
      'lift plans, reason 3, text',
      'A crane on hire costs the same whether it lifts or waits. When the rigging is laid out in order, the mats are down and the crew has walked through the sequence, the lift itself is the shortest part of the day, and it happens once.',
    ],
    plans_3_points: [
      'list',
      'lift plans, reason 3, points',
      lines(
        'The right crane, not the largest',
        'Rigging list, ready before the crane is',
        'A sequence that everyone has walked through',
      ),
    ],
  }),
  plans_closing: section('Lift Planning: closing', {
    plans_cta_heading: ['heading', 'lift plans, closing heading', 'Have a lift that needs a plan?'],
    plans_cta_text: [
      'text',
      'lift plans, closing text',
      'Or a plan that needs a second pair of eyes? We answer within 24 hours.',
    ],
    plans_contact_button: ['button', 'lift plans, closing button to contact', 'Get Started'],
    plans_services_button: ['button', 'lift plans, closing button to services', 'All Services'],
  }),
  plans_found: found('plans_seo', 'Lift Planning'),
};
