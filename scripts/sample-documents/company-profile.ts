import { colours, company, decorate, drawLogo, foot, hazardStrip, openSheet, page, picture, write } from './sheet.ts';
import type { Sheet } from './sheet.ts';

const facts = [
  ['Registered', 'March 2020'],
  ['Based in', 'Trinidad & Tobago'],
  ['Enquiries answered', 'Within 24 hours'],
  ['Emergency consultations', 'Available 24/7'],
] as const;

const services = [
  [
    'Site assessments & supervision',
    'We walk the site before the crane arrives: ground, access, overhead lines, gear and people. On the day, a competent person stands with your crew, makes sure that the lift follows the plan, and stops it if it does not.',
  ],
  [
    'Lift planning & review',
    'Lift plans with load, radius, capacity and rigging worked out and drawn. We also review plans prepared by others, line by line, before anyone signs them.',
  ],
  [
    'Training & compliance',
    'Practical training for riggers, banksmen, crane operators and lifting supervisors, and checks of gear registers, certificates and procedures against the rules that apply to you.',
  ],
  [
    'Risk assessment & incident investigation',
    'Risk assessments that crews can use on the job. When something has gone wrong, an independent investigation that finds the causes and says what to change.',
  ],
] as const;

const sectors = [
  ['Construction', 'Steel, precast and plant, tower and mobile cranes, work beside live traffic and overhead lines.'],
  ['Oil & gas', 'Wellheads, skids and vessels; lifts over and beside equipment that remains in service.'],
  ['Petrochemical', 'Turnarounds and shutdowns, columns and exchangers, tandem lifts on congested plots.'],
  ['Marine', 'Quayside and vessel lifts, spreaders and cargo gear, loads landed on moving decks.'],
  ['Offshore', 'Supply boat transfers, pedestal cranes, backloads, containers and baskets.'],
] as const;

const steps = [
  ['Ask', 'You call or email. Within 24 hours you have an answer from the person who will do the work.'],
  ['Look', 'We visit, measure and check: load, route, ground, gear, certificates and crew.'],
  ['Plan', 'You get drawings, figures and a method that others can check, with the conditions that stop the lift.'],
  ['Lift', 'We brief the crew, supervise the lift, and record what was done and what was learnt for the next one.'],
] as const;

/** The company profile: a cover and two pages. Gives the bytes of the PDF. */
export async function companyProfile(): Promise<Buffer> {
  const sheet = await openSheet('Company Profile', 'Who we are, what we do and how we work');
  await cover(sheet);
  whoWeAre(sheet);
  whatWeDo(sheet);
  sheet.root.end();
  sheet.doc.end();
  return sheet.done;
}

async function cover(sheet: Sheet): Promise<void> {
  const { doc } = sheet;
  doc.addPage();
  const stops =
    '<stop offset="0" stop-color="#061525" stop-opacity=".72"/><stop offset=".3" stop-color="#061525" stop-opacity=".1"/><stop offset=".68" stop-color="#061525" stop-opacity=".1"/><stop offset=".93" stop-color="#061525"/>';
  const photo = await picture(
    'hero-1-crawler-crane.jpg',
    { left: 1080, top: 0, width: 1180, height: 1200 },
    1224,
    stops,
  );
  decorate(sheet, () => {
    doc.rect(0, 0, page.width, page.height).fill(colours.navy950);
    doc.image(photo, 0, 0, { width: page.width });
    doc.rect(0, 621, page.width, page.height - 621).fill(colours.navy950);
  });
  drawLogo(sheet, page.margin, 48, 210, colours.white);
  const place = { x: page.margin, width: 500, colour: colours.white };
  write(sheet, 'cover', 'H1', 'Company Profile', { ...place, y: 576 });
  const text =
    'A rigging and lifting safety consultancy, working wherever in the Caribbean something heavy has to move.';
  write(sheet, 'lead', 'P', text, { ...place, width: 400, y: 632, colour: colours.mist100 });
  facts.forEach(([label, value], i) => {
    const at = { x: page.margin + i * 128, width: 124 };
    decorate(sheet, () => doc.rect(at.x, 700, 20, 2.5).fill(colours.amber500));
    write(sheet, 'small', 'P', label, { ...at, y: 711, colour: colours.steel300 });
    write(sheet, 'strong', 'P', value, { ...at, y: 724, colour: colours.white });
  });
  hazardStrip(sheet, page.height - 14, 14);
}

function whoWeAre(sheet: Sheet): void {
  const { doc } = sheet;
  doc.addPage();
  top(sheet);
  const left = { x: page.margin, width: 304 };
  let y = write(sheet, 'title', 'H2', 'Independent advice on your lift', { ...left, width: 500, y: 96 });
  y = write(
    sheet,
    'lead',
    'P',
    'Can this load be lifted safely, with this gear, in this place, by these people? That is the question we are asked, and we answer it in writing.',
    { ...left, y: y + 16, colour: colours.navy700 },
  );
  for (const text of [
    'We are an independent consultancy. We own no cranes and sell no slings, so our advice depends on nothing but the lift itself. The company became registered in March 2020 and works across the Caribbean from Trinidad & Tobago.',
    'Our clients are the people responsible for a lift: contractors, plant owners, ports, vessel operators and their safety teams. We work for them before the lift, on the day, and after it.',
  ]) {
    y = write(sheet, 'body', 'P', text, { ...left, y: y + 12 });
  }
  y = write(sheet, 'heading', 'H2', 'Managing director & principal consultant', { ...left, y: y + 22 });
  y = write(
    sheet,
    'body',
    'P',
    'Our managing director is also our principal consultant, and that keeps the chain short. Before anything is signed, the load chart has been read, the ground walked and the crane operator spoken to. The same person reviews every lift plan we issue, leads incident investigations, and remains your contact from the first call to the final report.',
    { ...left, y: y + 6 },
  );
  const panel = { x: 392, width: page.width - 392 - page.margin };
  decorate(sheet, () =>
    doc.rect(panel.x, 146, panel.width, 244).fill(colours.mist50).rect(panel.x, 146, 3, 244).fill(colours.amber500),
  );
  let panelY = write(sheet, 'heading', 'H2', 'At a glance', { x: panel.x + 18, width: panel.width - 30, y: 162 });
  for (const [label, value] of [...facts, ['Supply of cranes and gear', 'None: independent advice']] as const) {
    const at = { x: panel.x + 18, width: panel.width - 28 };
    panelY = write(sheet, 'small', 'P', label, { ...at, y: panelY + 12, colour: colours.steel600 });
    panelY = write(sheet, 'strong', 'P', value, { ...at, y: panelY });
  }
  y = write(sheet, 'heading', 'H2', 'Where we work', { ...left, y: y + 30 });
  const table = doc.struct('Table');
  sheet.root.add(table);
  y += 6;
  for (const [sector, text] of sectors) {
    decorate(sheet, () => doc.rect(page.margin, y, page.width - 2 * page.margin, 0.6).fill(colours.steel200));
    const row = doc.struct('TR');
    table.add(row);
    write(sheet, 'strong', 'TH', sector, { x: page.margin, y: y + 6, width: 110 }, row);
    y =
      write(
        sheet,
        'body',
        'TD',
        text,
        { x: page.margin + 118, y: y + 6, width: page.width - 2 * page.margin - 118 },
        row,
      ) + 5;
    row.end();
  }
  table.end();
  foot(sheet, 'Company Profile', 2);
}

function whatWeDo(sheet: Sheet): void {
  const { doc } = sheet;
  doc.addPage();
  top(sheet);
  const full = page.width - 2 * page.margin;
  let y = write(sheet, 'title', 'H2', 'Before, during and after a lift', {
    x: page.margin,
    width: full,
    y: 96,
  });
  y += 16;
  const gap = 16;
  const card = { width: (full - gap) / 2, height: 140 };
  services.forEach(([title, text], i) => {
    const x = page.margin + (i % 2) * (card.width + gap);
    const cardY = y + Math.floor(i / 2) * (card.height + gap);
    decorate(sheet, () => {
      doc.rect(x, cardY, card.width, card.height).fill(colours.mist50);
      doc.rect(x, cardY, card.width, 3).fill(colours.navy900).rect(x, cardY, 36, 3).fill(colours.amber500);
    });
    const below = write(sheet, 'heading', 'H2', title, { x: x + 16, y: cardY + 15, width: card.width - 28 });
    write(sheet, 'body', 'P', text, { x: x + 16, y: below + 5, width: card.width - 30 });
  });
  y = write(sheet, 'heading', 'H2', 'How we work with you', {
    x: page.margin,
    width: full,
    y: y + 2 * card.height + gap + 22,
  });
  const column = (full - 3 * gap) / 4;
  steps.forEach(([title, text], i) => {
    const at = { x: page.margin + i * (column + gap), width: column };
    decorate(sheet, () => {
      doc.circle(at.x + 11, y + 23, 11).fill(colours.navy900);
      if (i < steps.length - 1) doc.rect(at.x + 28, y + 22.6, column - 18, 0.8).fill(colours.steel300);
    });
    write(sheet, 'strong', 'P', String(i + 1), {
      x: at.x,
      width: 22,
      y: y + 16.5,
      colour: colours.amber400,
      align: 'center',
    });
    const below = write(sheet, 'heading', 'H2', title, { ...at, y: y + 42 });
    write(sheet, 'body', 'P', text, { ...at, y: below + 2 });
  });
  const band = 640;
  decorate(sheet, () => doc.rect(0, band, page.width, page.height - band).fill(colours.navy950));
  write(sheet, 'title', 'H2', 'Let us look at your next lift', {
    x: page.margin,
    y: band + 20,
    width: full,
    colour: colours.white,
  });
  const note = 'Emergency consultations are available 24 hours a day, seven days a week.';
  write(sheet, 'body', 'P', note, { x: page.margin, y: band + 55, width: full, colour: colours.steel300 });
  const ways = [
    ['Call', company.phones[0]],
    ['Or', company.phones[1]],
    ['Email', company.email],
  ] as const;
  ways.forEach(([label, value], i) => {
    const at = { x: page.margin + i * 150, width: 150 };
    write(sheet, 'small', 'P', label, { ...at, y: band + 82, colour: colours.steel300 });
    write(sheet, 'heading', 'P', value ?? '', { ...at, y: band + 94, colour: colours.amber400 });
  });
  hazardStrip(sheet, page.height - 14, 14);
}

function top(sheet: Sheet): void {
  drawLogo(sheet, page.margin, 36, 128, colours.navy900);
  decorate(sheet, (doc) => doc.rect(page.margin, 74, page.width - 2 * page.margin, 0.6).fill(colours.steel200));
}
