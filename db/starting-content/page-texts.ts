export type PageName = 'home' | 'about' | 'services' | 'contact' | 'footer';
export type ContentType = 'heading' | 'text' | 'html' | 'button' | 'list' | 'contact';

export interface PageText {
  pageName: PageName;
  sectionKey: string;
  contentType: ContentType;
  contentValue: string;
}

/** The entries of one page, each `[section key, type, value]`, in the order Manage Pages shows them. */
function page(pageName: PageName, entries: [string, ContentType, string][]): PageText[] {
  return entries.map(([sectionKey, contentType, contentValue]) => ({
    pageName,
    sectionKey,
    contentType,
    contentValue,
  }));
}

const lines = (...items: string[]) => items.join('\n');

/**
 * Every text that staff can edit, as a new database starts with it; also what is shown for a text without a row.
 * A `list` holds one item a line. `contact` values are plain: the site makes telephone and mail links of them.
 */
export const pageTexts: PageText[] = [
  ...page('home', [
    ['hero_heading', 'heading', 'Safety Rigging & Lifting Services'],
    ['hero_tagline', 'text', 'We deliver safe, efficient, and customized solutions for every lifting challenge.'],
    ['hero_services_button', 'button', 'Explore Our Services'],
    ['hero_contact_button', 'button', 'Get in Contact'],
    [
      'facts',
      'list',
      lines(
        'Registered in March 2020, based in Trinidad & Tobago',
        'Enquiries answered within 24 hours',
        'Emergency consultations available 24/7',
      ),
    ],
    ['expertise_heading', 'heading', 'Our Expertise'],
    [
      'expertise_intro',
      'text',
      'Four services that cover a lift from start to finish, from the first site visit to the last shackle back in its box.',
    ],
    ['expertise_1_title', 'heading', 'Site Assessments & Supervision'],
    [
      'expertise_1_text',
      'text',
      'Ground, access, gear and crew checked first. A competent person on site for as long as the load is off the ground.',
    ],
    ['expertise_2_title', 'heading', 'Lift Planning & Review'],
    [
      'expertise_2_text',
      'text',
      'Plans with load, radius and capacity worked out and drawn, or a second pair of eyes on a plan you already have.',
    ],
    ['expertise_3_title', 'heading', 'Training & Compliance'],
    [
      'expertise_3_text',
      'text',
      'Hands-on training for the people who handle the load, and gear records that stand up to an audit.',
    ],
    ['expertise_4_title', 'heading', 'Risk Assessment & Investigation'],
    [
      'expertise_4_text',
      'text',
      'Hazards found before they find you. After an incident: the causes, the evidence and what to change.',
    ],
    ['expertise_link', 'button', 'See this service'],
    ['why_heading', 'heading', 'Why Choose Us'],
    ['why_intro', 'text', 'A lift is only as good as the thinking behind it. Here is ours.'],
    ['why_1_title', 'heading', 'Safety First'],
    [
      'why_1_text',
      'text',
      'No schedule is worth a life. If a lift is not safe, we say so, and we say what would make it safe.',
    ],
    ['why_2_title', 'heading', 'Efficiency'],
    [
      'why_2_text',
      'text',
      'A planned lift is a short lift. The right crane, the right gear and a crew that knows the sequence all save time.',
    ],
    ['why_3_title', 'heading', 'Expertise'],
    [
      'why_3_text',
      'text',
      'Construction, oil and gas, petrochemical, marine and offshore: we know the gear and the rules that govern it.',
    ],
    ['why_4_title', 'heading', 'Customization'],
    [
      'why_4_text',
      'text',
      'No two loads are alike. Every plan, course and procedure is written for your site, your crew and your equipment.',
    ],
    ['why_button', 'button', 'More About Us'],
    ['cta_heading', 'heading', 'Have a lift coming up? Talk to us first.'],
    [
      'cta_text',
      'text',
      'Tell us the load, the place and the date. We answer within 24 hours; in an emergency, call at any hour.',
    ],
  ]),
  ...page('about', [
    ['heading', 'heading', 'About Us'],
    [
      'intro',
      'text',
      'A rigging and lifting safety consultancy based in Trinidad & Tobago, working wherever in the Caribbean something heavy has to move.',
    ],
    ['who_heading', 'heading', 'Who We Are'],
    [
      'who_text',
      'html',
      '<p>Clients bring us one question: can this load be lifted safely, with this gear, in this place, by these people? Our answer is <strong>independent</strong>. We own no cranes and sell no slings.</p><p>The company became registered in March 2020. Our clients are the people responsible for a lift: contractors, plant owners, ports, vessel operators and their safety teams, in construction, oil and gas, petrochemical, marine and offshore work.</p>',
    ],
    [
      'who_points',
      'list',
      lines(
        'Registered in March 2020',
        'Based in Trinidad & Tobago',
        'Working across the Caribbean',
        'Independent of crane and gear suppliers',
      ),
    ],
    ['mission_heading', 'heading', 'Our Mission'],
    [
      'mission_text',
      'text',
      'To make every lift we work on go to plan, and to see everyone who takes part in it go home safely.',
    ],
    ['values_heading', 'heading', 'Our Values'],
    ['value_1_title', 'heading', 'Safety First'],
    [
      'value_1_text',
      'text',
      'It comes before cost, before schedule and before politeness. Anyone may stop a lift; we will be the first to do so.',
    ],
    ['value_2_title', 'heading', 'Professionalism'],
    ['value_2_text', 'text', 'Prepared, punctual and in writing. You get drawings and reports that others can check.'],
    ['value_3_title', 'heading', 'Client-Centered Service'],
    [
      'value_3_text',
      'text',
      'We start with your problem, not with a product, and we speak plainly to the crew and to the board.',
    ],
    ['value_4_title', 'heading', 'Integrity in Every Lift'],
    ['value_4_text', 'text', 'We sign what we have checked and nothing else. The figures are the figures.'],
    ['director_heading', 'heading', 'Managing Director & Principal Consultant'],
    [
      'director_text',
      'html',
      '<p>Our managing director is also our principal consultant, and signs no lift plan without knowing the site. Before anything is signed, the load chart has been read, the ground walked and the crane operator spoken to.</p>',
    ],
    [
      'director_points',
      'list',
      lines(
        'Reviews and signs every lift plan we issue',
        'Leads incident investigations in person',
        'Is your contact from first call to final report',
      ),
    ],
    ['approach_heading', 'heading', 'Our Approach'],
    ['approach_1_title', 'heading', 'Safety Excellence'],
    [
      'approach_1_text',
      'text',
      'Hazards, exclusion zones and stop conditions are settled before the first sling is laid out, and everyone knows them.',
    ],
    ['approach_2_title', 'heading', 'Precision Planning'],
    [
      'approach_2_text',
      'text',
      'Weights verified, radii measured, sling angles worked out. Where a figure is uncertain, we plan for the worst case.',
    ],
    ['approach_3_title', 'heading', 'Client Focus'],
    [
      'approach_3_text',
      'text',
      'One contact, clear reports and answers within 24 hours. You always know what happens next, and why.',
    ],
    ['documents_heading', 'heading', 'Company Documents'],
    [
      'documents_intro',
      'text',
      'Our company profile, policies and statements, to read online or download for your vendor file.',
    ],
    ['cta_heading', 'heading', 'Let us look at your next lift'],
    ['cta_text', 'text', 'A short call is often enough to establish what a lift needs.'],
    ['cta_contact_button', 'button', 'Get in Touch'],
    ['cta_services_button', 'button', 'Our Services'],
  ]),
  ...page('services', [
    ['heading', 'heading', 'Our Services'],
    [
      'intro',
      'text',
      'Choose a single service, or let us support you from the first sketch of a lift to the final report.',
    ],
    ['unsure_heading', 'heading', 'Not sure which one you need?'],
    [
      'unsure_text',
      'text',
      'Describe the load, the place and what worries you. We will tell you what the lift needs, and what it does not.',
    ],
    ['unsure_button', 'button', 'Describe your lift'],
    ['benefits_heading', 'heading', 'What You Gain'],
    ['benefit_1_title', 'heading', 'Safety'],
    ['benefit_1_text', 'text', 'Fewer surprises on the day, because someone looked for them first.'],
    ['benefit_2_title', 'heading', 'Efficiency'],
    ['benefit_2_text', 'text', 'Shorter crane hire and fewer stoppages, because the lift is rehearsed on paper.'],
    ['benefit_3_title', 'heading', 'Expertise'],
    ['benefit_3_text', 'text', 'An independent view of the plan, the gear and the people, in plain words.'],
    ['benefit_4_title', 'heading', 'Customization'],
    ['benefit_4_text', 'text', 'Prepared for your load, your site and your crew, not taken off the shelf.'],
    ['lift_planning_heading', 'heading', 'Lift Planning'],
    [
      'lift_planning_text',
      'html',
      '<p>A lift plan is the whole lift on paper: what the load weighs and where its centre of gravity is, which crane picks it up at which radius, how it is slung, where it travels, who stands where and what stops the lift.</p><p>We prepare plans for lifts of every size, from a routine pick with one crane to a tandem lift over live plant, and we review plans prepared by others.</p>',
    ],
    [
      'lift_planning_points',
      'list',
      lines(
        'Load, rigging and centre of gravity',
        'Radius, boom angle and utilisation',
        'Ground bearing and outrigger loads',
        'Slew path and exclusion zone',
        'Roles, signals and stop conditions',
      ),
    ],
    ['lift_planning_button', 'button', 'Why lift plans matter'],
    ['cta_heading', 'heading', 'What do you need to lift?'],
    ['cta_text', 'text', 'Send us what you have: a sketch, a drawing, a photo of the site. We answer within 24 hours.'],
    ['quote_button', 'button', 'Request a Quote'],
    ['work_button', 'button', 'View Our Work'],
  ]),
  ...page('contact', [
    ['heading', 'heading', 'Contact Us'],
    ['intro', 'text', 'Three ways to reach someone who knows lifting. Choose whichever suits you.'],
    ['call_heading', 'heading', 'Call Us'],
    ['call_text', 'text', 'The fastest way to reach us, at any hour in an emergency.'],
    ['call_button', 'button', 'Call Now'],
    ['email_heading', 'heading', 'Email Us'],
    ['email_text', 'text', 'Best when you have drawings, load data or photographs to send.'],
    ['email_button', 'button', 'Send an Email'],
    ['form_heading', 'heading', 'Contact Form'],
    ['form_text', 'text', 'Tell us what you need and how you would like us to reply. It takes about two minutes.'],
    ['form_button', 'button', 'Open the Form'],
    ['location_heading', 'heading', 'Location'],
    ['location', 'text', 'Trinidad & Tobago, serving the Caribbean'],
    ['hours_heading', 'heading', 'Business Hours'],
    ['reply_promise', 'text', 'Enquiries answered within 24 hours'],
    ['emergency_promise', 'text', 'Emergency consultations available 24/7'],
    ['why_heading', 'heading', 'Why Contact Us'],
    [
      'why_points',
      'list',
      lines(
        'You speak to a consultant, not a call centre',
        'Every enquiry is answered within 24 hours',
        'Emergency consultations available 24/7',
        'A first opinion before you commit to anything',
        'Independent advice: we do not hire out cranes or sell gear',
        'On site anywhere in Trinidad & Tobago and across the Caribbean',
      ),
    ],
    ['cta_heading', 'heading', 'Ready to plan it properly?'],
    ['cta_text', 'text', 'The load, the place and the date: three lines are enough to get started.'],
    ['cta_button', 'button', 'Send Us a Message'],
  ]),
  ...page('footer', [
    ['company_name', 'text', 'Safety Rigging & Lifting Services'],
    ['tagline', 'text', 'Your trusted partner in rigging & lifting solutions'],
    ['tagline_detail', 'text', 'Expert guidance and support for lifting operations across the Caribbean.'],
    ['contact_button', 'button', 'Get in Touch'],
    ['services_button', 'button', 'Our Services'],
    ['phone_1', 'contact', '(868) 555-0142'],
    ['phone_2', 'contact', '(868) 555-0187'],
    ['email', 'contact', 'info@example.com'],
    ['network_link', 'contact', 'https://www.example.com/company/safety-rigging-lifting-services'],
    ['network_label', 'text', 'Our professional network page'],
    ['closing_line', 'text', 'Professional rigging consultancy services across the Caribbean'],
    ['whatsapp', 'contact', ''],
  ]),
];
