import { found, lines, section } from './section.ts';

export const aboutTexts = {
  top: section('Top of the page', {
    heading: ['heading', 'page heading', 'About Us'],
    intro: [
      'text',
      'page introduction',
      'A rigging and lifting safety consultancy based in Trinidad & Tobago, working wherever in the Caribbean something heavy has to move.',
    ],
  }),
  who: section('Who we are', {
    who_heading: ['heading', 'who we are, heading', 'Who We Are'],
    who_text: [
      'html',
      'who we are, text',
      '<p>Clients bring us one question: can this load be lifted safely, with this gear, in this place, by these people? Our answer is <strong>independent</strong>. We own no cranes and sell no slings.</p><p>The company was registered in March 2020. Our clients are the people responsible for a lift: contractors, plant owners, ports, vessel operators and their safety teams, in construction, oil and gas, petrochemical, marine and offshore work.</p>',
    ],
    who_points: [
      'list',
      'who we are, points',
      lines(
        'Registered in March 2020',
        'Based in Trinidad & Tobago',
        'Working across the Caribbean',
        'Independent of crane and gear suppliers',
      ),
    ],
  }),
  mission: section('Mission', {
    mission_heading: ['heading', 'mission heading', 'Our Mission'],
    mission_text: [
      'text',
      'mission text',
      'To make every lift we work on go to plan, and to see everyone who takes part in it go home safely.',
    ],
  }),
  values: section('Values', {
    values_heading: ['heading', 'values heading', 'Our Values'],
    value_1_title: ['heading', 'value 1, title', 'Safety First'],
    value_1_text: [
      'text',
      'value 1, text',
      'It comes before cost, before schedule and before politeness. Anyone may stop a lift; we will be the first to do so.',
    ],
    value_2_title: ['heading', 'value 2, title', 'Professionalism'],
    value_2_text: [
      'text',
      'value 2, text',
      'Prepared, punctual and in writing. You get drawings and reports that others can check.',
    ],
    value_3_title: ['heading', 'value 3, title', 'Client-Centered Service'],
    value_3_text: [
      'text',
      'value 3, text',
      'We start with your problem, not with a product, and we speak plainly to the crew and to the board.',
    ],
    value_4_title: ['heading', 'value 4, title', 'Integrity in Every Lift'],
    value_4_text: [
      'text',
      'value 4, text',
      'We sign what we have checked and nothing else. The figures are the figures.',
    ],
  }),
  director: section('Director', {
    director_heading: ['heading', 'director heading', 'Managing Director & Principal Consultant'],
    director_name: ['text', 'director’s name', ''],
    director_letters: ['text', 'letters behind the director’s name', ''],
    director_portrait: ['picture', 'director’s portrait', ''],
    director_text: [
      'html',
      'director text',
      '<p>Our managing director is also our principal consultant, and signs no lift plan without knowing the site. Before anything is signed, the load chart has been read, the ground walked and the crane operator spoken to.</p>',
    ],
    director_points: [
      'list',
      'director points',
      lines(
        'Reviews and signs every lift plan we issue',
        'Leads incident investigations in person',
        'Is your contact from first call to final report',
      ),
    ],
  }),
  proof: section('Vendor file', {
    proof_heading: ['heading', 'vendor file, heading', 'For Your Vendor File'],
    proof_registration: ['text', 'company registration', ''],
    proof_qualifications: ['text', 'qualifications', ''],
    proof_insurance: ['text', 'insurance', ''],
    proof_standards: ['text', 'standards worked to', ''],
  }),
  approach: section('Approach', {
    approach_heading: ['heading', 'approach heading', 'Our Approach'],
    approach_1_title: ['heading', 'approach 1, title', 'Safety Excellence'],
    approach_1_text: [
      'text',
      'approach 1, text',
      'Hazards, exclusion zones and stop conditions are settled before the first sling is laid out, and everyone knows them.',
    ],
    approach_2_title: ['heading', 'approach 2, title', 'Precision Planning'],
    approach_2_text: [
      'text',
      'approach 2, text',
      'Weights verified, radii measured, sling angles worked out. Where a figure is uncertain, we plan for the worst case.',
    ],
    approach_3_title: ['heading', 'approach 3, title', 'Client Focus'],
    approach_3_text: [
      'text',
      'approach 3, text',
      'One contact, clear reports and answers within 24 hours. You always know what happens next, and why.',
    ],
  }),
  documents: section('Company documents', {
    documents_heading: ['heading', 'documents heading', 'Company Documents'],
    documents_intro: [
      'text',
      'documents introduction',
      'Our company profile, policies and statements, to read online or download for your vendor file.',
    ],
  }),
  closing: section('Closing', {
    cta_heading: ['heading', 'closing heading', 'Let us look at your next lift'],
    cta_text: ['text', 'closing text', 'A short call is often enough to establish what a lift needs.'],
    cta_contact_button: ['button', 'closing button to contact', 'Talk to Us'],
    cta_services_button: ['button', 'closing button to services', 'All Services'],
  }),
  found: found('seo'),
};
