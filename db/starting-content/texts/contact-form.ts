import { found, lines, section } from './section.ts';

export const contactFormTexts = {
  enquiry_top: section('Contact form: top of the page', {
    enquiry_heading: ['heading', 'contact form, page heading', 'Get In Touch'],
    enquiry_intro: [
      'text',
      'contact form, page introduction',
      'Tell us what you have to lift, where and by when. We answer within 24 hours.',
    ],
  }),
  enquiry_form: section('Contact form: form', {
    enquiry_message_help: [
      'text',
      'contact form, help for the message',
      'What needs to be lifted, where and by when? The more we know, the better our first answer.',
    ],
    enquiry_thanks: [
      'text',
      'contact form, thanks once it is sent',
      "Thank you! Your message has been received. We'll contact you shortly.",
    ],
  }),
  enquiry_beside: section('Contact form: beside the form', {
    enquiry_talk_heading: ['heading', 'contact form, heading of the telephone', 'Prefer to talk?'],
    enquiry_talk_text: [
      'text',
      'contact form, text below the telephone',
      'Emergency consultations are available 24/7.',
    ],
    enquiry_next_heading: ['heading', 'contact form, what happens next, heading', 'What happens next'],
    enquiry_next_steps: [
      'list',
      'contact form, what happens next, steps',
      lines(
        'One of our consultants reads your message.',
        'We answer within 24 hours, by phone or email as you prefer.',
        'We agree what is needed and what happens next.',
      ),
    ],
  }),
  enquiry_found: found('enquiry_seo', 'Contact form'),
};
