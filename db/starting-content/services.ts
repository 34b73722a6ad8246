export const startingServices = [
  {
    title: 'Site Assessments & Supervision',
    content:
      'We walk the site before the crane arrives: ground, access, overhead lines, gear and people. On the day, a competent person stands with your crew, makes sure that the lift follows the plan, and stops it if it does not.',
    icon: 'HardHat',
  },
  {
    title: 'Lift Planning & Review',
    content:
      'Engineered lift plans with load, radius, capacity and rigging worked out and drawn. We also review plans prepared by others, line by line, before anyone signs them.',
    icon: 'Clipboard',
  },
  {
    title: 'Training & Compliance',
    content:
      'Practical training for riggers, banksmen, crane operators and lifting supervisors, and checks of your gear registers, certificates and procedures against the rules that apply to you.',
    icon: 'Award',
  },
  {
    title: 'Risk Assessment & Incident Investigation',
    content:
      'Clear risk assessments that crews can use on the job. When something has gone wrong, an independent investigation that finds the causes and says what to change.',
    icon: 'AlertTriangle',
  },
];
