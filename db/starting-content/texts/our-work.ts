import { found, lines, section } from './section.ts';

export const ourWorkTexts = {
  work_top: section('Our Work: top of the page', {
    work_heading: ['heading', 'our work, page heading', 'Our Work'],
    work_intro: [
      'text',
      'our work, page introduction',
      'The kinds of lift we are asked about, and what each of them depends on. We do not name our clients: their sites are their business.',
    ],
    work_projects_intro: [
      'text',
      'our work, page introduction once there are projects',
      'Lifts that we planned, supervised or reviewed: where, when, and the figures that decided them.',
    ],
  }),
  work_lifts: section('Our Work: kinds of lift', {
    work_1_field: ['text', 'our work, lift 1, field', 'Construction'],
    work_1_title: ['heading', 'our work, lift 1, title', 'Steel erection by crawler crane'],
    work_1_text: [
      'text',
      'our work, lift 1, text',
      'Girders, columns and precast units go up on sites where several trades are at work. The lift depends on ground bearing, the order of erection, and keeping people out from under the load.',
    ],
    work_1_points: [
      'list',
      'our work, lift 1, points',
      lines('Lift plan', 'Ground and access assessment', 'Supervision on site'),
    ],
    work_2_field: ['text', 'our work, lift 2, field', 'Oil and gas, offshore'],
    work_2_title: ['heading', 'our work, lift 2, title', 'Transfers between vessel and rig'],
    work_2_text: [
      'text',
      'our work, lift 2, text',
      'The deck moves, so the load chart for still water does not apply. We look at sea state, dynamic factors and certified lifting sets, and settle who calls the lift off when it is too rough.',
    ],
    work_2_points: [
      'list',
      'our work, lift 2, points',
      lines('Plan review', 'Gear and certificate checks', 'Crew training'),
    ],
    work_3_field: ['text', 'our work, lift 3, field', 'Petrochemical'],
    work_3_title: ['heading', 'our work, lift 3, title', 'Tandem lifts over live plant'],
    work_3_text: [
      'text',
      'our work, lift 3, text',
      'Two cranes, one column, and piping below that must not be touched. A lift like this needs a worked-out share of the load at every angle, one person in command, and a rehearsal.',
    ],
    work_3_points: [
      'list',
      'our work, lift 3, points',
      lines('Engineered lift plan', 'Risk assessment', 'Lift supervision'),
    ],
    work_4_field: ['text', 'our work, lift 4, field', 'Marine and ports'],
    work_4_title: ['heading', 'our work, lift 4, title', 'Heavy and unusual cargo on the quay'],
    work_4_text: [
      'text',
      'our work, lift 4, text',
      'Project cargo that no spreader fits, handled on a busy quay. Lifting points, quay loads and a clear path through the traffic are settled before the ship comes alongside.',
    ],
    work_4_points: [
      'list',
      'our work, lift 4, points',
      lines('Method statement', 'Rigging design review', 'Banksman training'),
    ],
    work_5_field: ['text', 'our work, lift 5, field', 'All sectors'],
    work_5_title: ['heading', 'our work, lift 5, title', 'Rigging gear, inspected and understood'],
    work_5_text: [
      'text',
      'our work, lift 5, text',
      'Every lift hangs on a few kilograms of steel. Crews need to know what to reject, gear needs an up-to-date register, and the rigging has to match the plan.',
    ],
    work_5_points: [
      'list',
      'our work, lift 5, points',
      lines('Gear assessment', 'Register and colour code', 'Rigger training'),
    ],
    work_note: [
      'text',
      'our work, note on the pictures',
      'The pictures on this site are renderings of typical lifts, not photographs of client sites.',
    ],
  }),
  work_closing: section('Our Work: closing', {
    work_cta_heading: ['heading', 'our work, closing heading', 'Is yours like one of these?'],
    work_cta_text: ['text', 'our work, closing text', 'Or something quite different? Tell us about it.'],
    work_quote_button: ['button', 'our work, closing button for a quote', 'Request a Quote'],
    work_services_button: ['button', 'our work, closing button to services', 'All Services'],
  }),
  work_found: found('work_seo', 'Our Work'),
};
