import type { LegalPart } from './legal-parts.tsx';

/** Says only what the tests of this site hold to. */
export const accessibility: LegalPart[] = [
  {
    id: 'aim',
    heading: 'What We Aim For',
    text: 'Whoever has a lift to plan should be able to read this site and reach us, whatever their eyes, ears, hands or device. The measure we work to is the Web Content Accessibility Guidelines (WCAG) 2.1, level AA.',
  },
  {
    id: 'done',
    heading: 'What Was Done',
    text: 'On the public pages, the contact form among them:',
    points: [
      'Everything can be reached and used with the keyboard alone, and it shows where you are.',
      'Pages have headings, landmarks, labels and descriptions for screen readers, and a first link past the menu.',
      'Mistakes in the contact form are named in words, in a summary and at the field, and nothing you typed is lost.',
      'There is a light and a dark theme, both with enough contrast. Colour is never the only sign.',
      'Pages fit a narrow screen without scrolling sideways, and take larger type and wider spacing.',
      'The pictures of the home page can be paused, and stand still where your device asks for less motion.',
      'Every page can be read, and the form sent, without JavaScript.',
    ],
  },
  {
    id: 'checked',
    heading: 'How It Is Checked',
    text: 'Each change to the software of this site is tested first: in both themes by axe, a program that looks for breaches of WCAG 2.1 AA, and by tests that use the pages with the keyboard. A program finds only part of what can be wrong. Nobody from outside has audited this site.',
  },
  {
    id: 'limits',
    heading: 'What May Be in the Way',
    text: 'Company documents are PDF files, shown as they were made: some may not be readable by a screen reader. Drawings and pictures are described in short; the words beside them say what matters. Pages of others that we link to are not ours to mend.',
  },
];
