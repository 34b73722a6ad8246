import { found, lines, section } from './section.ts';

export const contactTexts = {
  top: section('Top of the page', {
    heading: ['heading', 'page heading', 'Contact Us'],
    intro: ['text', 'page introduction', 'Three ways to reach someone who knows lifting. Choose whichever suits you.'],
  }),
  ways: section('Ways to get in touch', {
    call_heading: ['heading', 'call, heading', 'Call Us'],
    call_text: ['text', 'call, text', 'The fastest way to reach us, at any hour in an emergency.'],
    call_button: ['button', 'call, button', 'Call Now'],
    email_heading: ['heading', 'e-mail, heading', 'Email Us'],
    email_text: ['text', 'e-mail, text', 'Best when you have drawings, load data or photographs to send.'],
    email_button: ['button', 'e-mail, button', 'Send an Email'],
    form_heading: ['heading', 'form, heading', 'Contact Form'],
    form_text: [
      'text',
      'form, text',
      'Tell us what you need and how you would like us to reply. It takes about two minutes.',
    ],
    form_button: ['button', 'form, button', 'Open the Form'],
  }),
  place: section('Location and hours', {
    location_heading: ['heading', 'location heading', 'Location'],
    location: ['text', 'location', 'Trinidad & Tobago, serving the Caribbean'],
    hours_heading: ['heading', 'hours heading', 'Business Hours'],
    reply_promise: ['text', 'hours, reply promise', 'Enquiries answered within 24 hours'],
    emergency_promise: ['text', 'hours, emergency promise', 'Emergency consultations available 24/7'],
  }),
  why: section('Why contact us', {
    why_heading: ['heading', 'reasons heading', 'Why Contact Us'],
    why_points: [
      'list',
      'reasons',
      lines(
        'You speak to a consultant, not a call centre',
        'Every enquiry is answered within 24 hours',
        'Emergency consultations available 24/7',
        'A first opinion before you commit to anything',
        'Independent advice: we do not hire out cranes or sell gear',
        'On site anywhere in Trinidad & Tobago and across the Caribbean',
      ),
    ],
  }),
  closing: section('Closing', {
    cta_heading: ['heading', 'closing heading', 'Ready to plan it properly?'],
    cta_text: ['text', 'closing text', 'The load, the place and the date: three lines are enough to get started.'],
    cta_button: ['button', 'closing button', 'Send Us a Message'],
  }),
  found: found('seo'),
};
