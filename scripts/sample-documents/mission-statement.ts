import { colours, company, decorate, drawLogo, hazardStrip, openSheet, page, picture, write } from './sheet.ts';

const values = [
  [
    'Safety first',
    'It comes before cost, before schedule and before politeness. Anyone may stop a lift; we will be the first to do so.',
  ],
  ['Professionalism', 'Prepared, punctual and in writing. You get drawings and reports that others can check.'],
  [
    'Client-centered service',
    'We start with your problem, not with a product, and we speak plainly to the crew and to the board.',
  ],
  ['Integrity in every lift', 'We sign what we have checked and nothing else. The figures are the figures.'],
] as const;

/** The mission statement on one page, fit for a wall. Gives the bytes of the PDF. */
export async function missionStatement(): Promise<Buffer> {
  const sheet = await openSheet('Mission Statement', 'What we stand for on every lift');
  const { doc } = sheet;
  const full = page.width - 2 * page.margin;
  doc.addPage();
  const stops =
    '<stop offset="0" stop-color="#061525" stop-opacity=".55"/><stop offset=".4" stop-color="#061525" stop-opacity=".15"/><stop offset="1" stop-color="#061525" stop-opacity=".8"/>';
  const photo = await picture('hero-3-hook-block.jpg', { left: 380, top: 0, width: 1900, height: 960 }, 1224, stops);
  const band = Math.round((page.width * 960) / 1900);
  decorate(sheet, () => doc.image(photo, 0, 0, { width: page.width }));
  drawLogo(sheet, page.margin, 44, 176, colours.white);
  write(sheet, 'cover', 'H1', 'Our mission', { x: page.margin, y: band - 72, width: full, colour: colours.white });
  hazardStrip(sheet, band, 10);
  const mission = 'To make every lift we work on go to plan, and to see everyone who takes part in it go home safely.';
  let y = write(sheet, 'title', 'P', mission, { x: page.margin, y: band + 42, width: full });
  y = write(
    sheet,
    'lead',
    'P',
    'We deliver safe, efficient and customized solutions for every lifting challenge across the Caribbean: in construction, oil and gas, petrochemical, marine and offshore work.',
    { x: page.margin, y: y + 14, width: full, colour: colours.steel600 },
  );
  y += 28;
  const column = (full - 28) / 2;
  values.forEach(([title, text], i) => {
    const at = { x: page.margin + (i % 2) * (column + 28), width: column };
    const top = y + Math.floor(i / 2) * 86;
    decorate(sheet, () =>
      doc
        .rect(at.x, top, column, 0.6)
        .fill(colours.steel200)
        .rect(at.x, top - 1, 28, 2.5)
        .fill(colours.amber500),
    );
    const below = write(sheet, 'heading', 'H2', title, { ...at, y: top + 10 });
    write(sheet, 'body', 'P', text, { ...at, y: below + 2 });
  });
  const reach = `${company.name}   ${company.phones.join('   ')}   ${company.email}`;
  write(sheet, 'small', 'P', reach, { x: page.margin, y: page.height - 44, width: full, colour: colours.steel600 });
  sheet.root.end();
  doc.end();
  return sheet.done;
}
