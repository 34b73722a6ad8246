import { found, section } from './section.ts';

export const footerTexts = {
  company: section('Company', {
    company_name: ['text', 'company name', 'Safety Rigging & Lifting Services'],
    tagline: ['text', 'tagline', 'Your trusted partner in rigging & lifting solutions'],
    tagline_detail: [
      'text',
      'tagline, detail',
      'Expert guidance and support for lifting operations across the Caribbean.',
    ],
  }),
  buttons: section('Buttons', {
    contact_button: ['button', 'button to contact', 'Get in Touch'],
    services_button: ['button', 'button to services', 'Our Services'],
  }),
  reach: section('Ways to reach us', {
    phone_1: ['contact', 'telephone', '(868) 555-0142'],
    phone_2: ['contact', 'second telephone', '(868) 555-0187'],
    email: ['contact', 'e-mail address', 'info@example.com'],
    network_link: ['contact', 'network link', 'https://www.example.com/company/safety-rigging-lifting-services'],
    network_label: ['text', 'network link, words', 'Our professional network page'],
    whatsapp: ['contact', 'WhatsApp number', ''],
  }),
  end: section('Last line', {
    closing_line: ['text', 'closing line', 'Professional rigging consultancy services across the Caribbean'],
  }),
  sitemap_found: found('sitemap_seo', 'Sitemap'),
  privacy_found: found('privacy_seo', 'Privacy & Terms'),
  accessibility_found: found('accessibility_seo', 'Accessibility'),
};
