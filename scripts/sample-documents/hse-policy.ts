import { colours, decorate, drawLogo, foot, hazardStrip, openSheet, page, write } from './sheet.ts';
import type { Sheet } from './sheet.ts';

const name = 'H.S.E. Policy';
const full = page.width - 2 * page.margin;

const commitments = [
  [
    'People first',
    'No schedule, cost or instruction outweighs a person’s life or health. We plan every task so that nobody has to stand in harm’s way to do it.',
  ],
  [
    'Comply, then do better',
    'We follow the Occupational Safety and Health Act of Trinidad & Tobago, the law of the place where we work, and the rules of the site. Where they differ, the stricter applies.',
  ],
  [
    'Plan every lift',
    'No lift goes ahead on our advice without a written plan, a risk assessment, checked gear and a briefed crew.',
  ],
  [
    'Competent people only',
    'We give work to people who are trained, assessed and fit for it, ourselves included, and we keep the evidence on file.',
  ],
  [
    'Report and learn',
    'Incidents, near misses and unsafe conditions are reported without blame, investigated for their causes, and followed by changes.',
  ],
  [
    'Protect the environment',
    'We prevent spills, keep waste and journeys to a minimum, and leave ground, water and shoreline as we found them.',
  ],
] as const;

const responsibilities = [
  [
    'Managing director',
    'Owns this policy; provides the time, people and money for it; reviews every serious incident in person.',
  ],
  [
    'Consultants and supervisors',
    'Plan and supervise lifts in line with this policy; brief the crew; stop work when the plan no longer fits what they see.',
  ],
  [
    'Everyone who works with us',
    'Follows the plan; uses the protective equipment; reports hazards; stops the job when in doubt.',
  ],
  [
    'Clients and site owners',
    'Are told what we need for a safe lift, what we have found, and what must change before it goes ahead.',
  ],
] as const;

const beforeLift = [
  'The weight and centre of gravity of the load are known, not guessed.',
  'The crane stands level on ground that has been checked for the load it will carry.',
  'Slings, shackles and lifting points are certified, inspected and rated for the sling angle.',
  'Wind, visibility and sea state are within the limits written in the plan.',
  'The exclusion zone is closed and nobody will be under the load.',
  'One person gives the signals, and everyone knows who that is.',
];

/** The health, safety and environment policy, two pages with room for the signature. Gives the bytes of the PDF. */
export async function hsePolicy(): Promise<Buffer> {
  const sheet = await openSheet(name, 'Our commitment to health, safety and the environment');
  statement(sheet);
  practice(sheet);
  sheet.root.end();
  sheet.doc.end();
  return sheet.done;
}

function statement(sheet: Sheet): void {
  const { doc } = sheet;
  doc.addPage();
  decorate(sheet, () => doc.rect(0, 0, page.width, 176).fill(colours.navy950));
  drawLogo(sheet, page.margin, 36, 150, colours.white);
  const onNavy = { x: page.margin, width: full, colour: colours.white };
  write(sheet, 'title', 'H1', 'Health, safety & environment', { ...onNavy, y: 100 });
  write(sheet, 'body', 'P', 'Our policy for everyone who works for us or under our supervision, on every site.', {
    ...onNavy,
    y: 138,
    colour: colours.steel300,
  });
  hazardStrip(sheet, 176, 8);
  let y = write(
    sheet,
    'lead',
    'P',
    'Lifting is never routine. A load that moves as planned harms nobody; a load that does not can end a life in a second. We are here to see that every load moves as planned.',
    { x: page.margin, y: 210, width: full, colour: colours.navy700 },
  );
  y = write(sheet, 'heading', 'H2', 'Our commitments', { x: page.margin, y: y + 22, width: full }) + 8;
  const list = doc.struct('L');
  sheet.root.add(list);
  commitments.forEach(([title, text], i) => {
    const item = doc.struct('LI');
    list.add(item);
    decorate(sheet, () => doc.rect(page.margin, y, full, 0.6).fill(colours.steel200));
    write(
      sheet,
      'heading',
      'Lbl',
      String(i + 1),
      { x: page.margin, y: y + 11, width: 24, colour: colours.amber700 },
      item,
    );
    write(sheet, 'strong', 'LBody', title, { x: page.margin + 28, y: y + 13, width: 136 }, item);
    y = write(sheet, 'body', 'LBody', text, { x: page.margin + 172, y: y + 13, width: full - 172 }, item) + 13;
    item.end();
  });
  list.end();
  foot(sheet, name, 1);
}

function practice(sheet: Sheet): void {
  const { doc } = sheet;
  doc.addPage();
  drawLogo(sheet, page.margin, 36, 128, colours.navy900);
  decorate(sheet, () => doc.rect(page.margin, 74, full, 0.6).fill(colours.steel200));
  decorate(sheet, () =>
    doc.rect(page.margin, 96, full, 92).fill(colours.navy900).rect(page.margin, 96, 4, 92).fill(colours.amber500),
  );
  const inBox = { x: page.margin + 24, width: full - 48, colour: colours.white };
  const below = write(sheet, 'heading', 'H2', 'Anyone may stop a lift', { ...inBox, y: 112 });
  write(
    sheet,
    'body',
    'P',
    'Whoever sees something unsafe has the right and the duty to stop the work, whatever their rank or employer. Nobody will be blamed for it. Work resumes when the cause is understood and put right, and the person who stopped it has been told how.',
    { ...inBox, y: below + 4, colour: colours.mist100 },
  );
  let y =
    write(sheet, 'heading', 'H2', 'Before the load leaves the ground', { x: page.margin, y: 214, width: full }) + 8;
  const list = doc.struct('L');
  sheet.root.add(list);
  beforeLift.forEach((text, i) => {
    const at = { x: page.margin + (i % 2) * (full / 2 + 6), width: full / 2 - 6 };
    decorate(sheet, () => doc.rect(at.x, y + 3.5, 7, 7).fill(colours.amber500));
    const item = doc.struct('LI');
    list.add(item);
    const itemBelow = write(sheet, 'body', 'LBody', text, { x: at.x + 17, y, width: at.width - 20 }, item);
    item.end();
    if (i % 2) y = Math.max(y + 30, itemBelow) + 8;
  });
  list.end();
  y = write(sheet, 'heading', 'H2', 'Who is responsible for what', { x: page.margin, y: y + 14, width: full }) + 8;
  const table = doc.struct('Table');
  sheet.root.add(table);
  for (const [who, what] of responsibilities) {
    decorate(sheet, () => doc.rect(page.margin, y, full, 0.6).fill(colours.steel200));
    const row = doc.struct('TR');
    table.add(row);
    write(sheet, 'strong', 'TH', who, { x: page.margin, y: y + 8, width: 160 }, row);
    y = write(sheet, 'body', 'TD', what, { x: page.margin + 172, y: y + 8, width: full - 172 }, row) + 7;
    row.end();
  }
  table.end();
  y = write(sheet, 'heading', 'H2', 'Review', { x: page.margin, y: y + 18, width: full });
  y = write(
    sheet,
    'body',
    'P',
    'This policy is given to everyone who works with us, explained at induction, and available to clients on request. It is reviewed every year, and after any serious incident or change of law.',
    { x: page.margin, y: y + 4, width: full },
  );
  const line = Math.max(y + 54, 676);
  decorate(sheet, () => {
    doc.rect(page.margin, line, 250, 0.8).fill(colours.navy900);
    doc.rect(page.margin + 290, line, full - 290, 0.8).fill(colours.navy900);
  });
  const label = { y: line + 5, colour: colours.steel600 };
  write(sheet, 'small', 'P', 'Managing director & principal consultant', { x: page.margin, width: 250, ...label });
  write(sheet, 'small', 'P', 'Date', { x: page.margin + 290, width: 200, ...label });
  foot(sheet, name, 2);
}
