/** Paper, type, colours and logo of the company's documents: a small kit over PDFKit that also tags for screen readers. */
import { readFile } from 'node:fs/promises';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import type { Region } from 'sharp';
import subsetFont from 'subset-font';

export const colours = {
  navy950: '#061525',
  navy900: '#0b2239',
  navy700: '#1b4468',
  steel600: '#41607e',
  steel300: '#a9bfd4',
  steel200: '#cfdbe6',
  mist100: '#e8eef4',
  mist50: '#f5f8fb',
  white: '#ffffff',
  amber400: '#fbb43c',
  amber500: '#f59e0b',
  amber700: '#a85208',
};

export const company = {
  name: 'Safety Rigging & Lifting Services',
  phones: ['(868) 555-0142', '(868) 555-0187'],
  email: 'info@example.com',
};

/** US Letter, the paper of Trinidad and Tobago's offices, in points. */
export const page = { width: 612, height: 792, margin: 54 };

/** Styles by use: font, size and leading in points. */
const styles = {
  cover: { font: 'heading', size: 46, leading: 48 },
  title: { font: 'heading', size: 27, leading: 30 },
  heading: { font: 'heading', size: 14, leading: 18 },
  lead: { font: 'body', size: 12.5, leading: 19 },
  body: { font: 'body', size: 9.8, leading: 15 },
  strong: { font: 'strong', size: 9.8, leading: 15 },
  small: { font: 'body', size: 8, leading: 12 },
};

const art = new URL('../../app/site/art/', import.meta.url);

export interface Sheet {
  doc: PDFKit.PDFDocument;
  root: PDFKit.PDFStructureElement;
  done: Promise<Buffer>;
  logo: { letters: string; rope: string };
}

type Place = { x: number; y: number; width: number; colour?: string; align?: 'left' | 'right' | 'center' };
type Tag = 'H1' | 'H2' | 'P' | 'Lbl' | 'LBody' | 'TH' | 'TD' | 'BlockQuote' | 'Caption';

/** Opens a document with the company's fonts, a title, a language and a fixed date, so that a rerun gives the same bytes. */
export async function openSheet(title: string, subject: string): Promise<Sheet> {
  const date = new Date('2026-01-05T12:00:00Z');
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-TT',
    displayTitle: true,
    info: { Title: title, Author: company.name, Subject: subject, CreationDate: date, ModDate: date },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))));
  const archivo = 'archivo/files/archivo-latin-wdth-normal.woff2';
  const inter = 'inter/files/inter-latin-wght-normal.woff2';
  doc.registerFont('heading', await still(archivo, { wdth: 106, wght: 780 }));
  doc.registerFont('body', await still(inter, { wght: 400 }));
  doc.registerFont('strong', await still(inter, { wght: 620 }));
  const root = doc.struct('Document');
  doc.addStructure(root);
  const [letters = '', rope = ''] = [
    ...(await readFile(new URL('logo.svg', art), 'utf8')).matchAll(/ d="(M[^"]{200,})"/g),
  ].map((match) => match[1] ?? '');
  return { doc, root, done, logo: { letters, rope } };
}

/** Writes a text in a named style at a place, tagged; gives the y below it. */
export function write(
  { doc, root }: Sheet,
  style: keyof typeof styles,
  tag: Tag,
  text: string,
  { x, y, width, colour = colours.navy900, align = 'left' }: Place,
  parent: PDFKit.PDFStructureElement = root,
): number {
  const { font, size, leading, ...rest } = styles[style];
  doc.font(font).fontSize(size);
  const options = { width, align, lineGap: leading - doc.currentLineHeight(), ...rest };
  const height = doc.heightOfString(text, options);
  tagged(
    parent,
    doc.struct(tag, {}, () => void doc.fillColor(colour).text(text, x, y, options)),
  );
  return y + height;
}

/** Draws what a screen reader should pass over. */
export function decorate({ doc }: Sheet, draw: (doc: PDFKit.PDFDocument) => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.save();
  draw(doc);
  doc.restore();
  doc.endMarkedContent();
}

/** The logo, drawn as lines, in the given ink for the letters; it is 64/350 as high as wide. */
export function drawLogo(sheet: Sheet, x: number, y: number, width: number, ink: string): void {
  const draw = () => {
    const { doc } = sheet;
    doc
      .save()
      .translate(x, y)
      .scale(width / 350)
      .lineCap('round')
      .lineJoin('round');
    doc.lineWidth(4.5).circle(32, 8.5, 4.75).stroke(ink);
    doc.lineWidth(5.5).path('M29.4 17.6L10.6 50.2M34.6 17.6L53.4 50.2').stroke(ink);
    doc.lineWidth(5).path('M32 25.5V32c3.9.9 6.4 3.9 6.4 7.6a6.4 6.4 0 0 1 -12.8 0').stroke(ink);
    doc.roundedRect(3, 53.5, 58, 8, 1.6).fill(colours.amber500);
    doc.path(sheet.logo.letters).fill(ink);
    doc.lineWidth(4.6).path(sheet.logo.rope).stroke(colours.amber500);
    doc.restore();
  };
  tagged(sheet.root, sheet.doc.struct('Figure', { alt: company.name }, draw));
}

/** The black and amber strip along an edge. */
export function hazardStrip(sheet: Sheet, y: number, height: number): void {
  decorate(sheet, (doc) => {
    doc.rect(0, y, page.width, height).clip().rect(0, y, page.width, height).fill(colours.amber500);
    for (let x = -height; x < page.width; x += height * 2) {
      doc
        .polygon([x, y + height], [x + height, y], [x + height * 2, y], [x + height, y + height])
        .fill(colours.navy950);
    }
  });
}

/** One of the site's pictures, cut to a box of the given size and darkened by a gradient given as SVG stops. */
export async function picture(file: string, cut: Region, width: number, stops: string): Promise<Buffer> {
  const height = Math.round((width * cut.height) / cut.width);
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g" x2="0" y2="1">${stops}</linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  const resized = sharp(await readFile(new URL(file, art)))
    .extract(cut)
    .resize(width, height);
  return resized
    .composite([{ input: Buffer.from(shade) }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

/** The foot of an inner page: name, ways to reach the company, which document and page this is. */
export function foot(sheet: Sheet, document: string, pageNumber: number): void {
  const y = page.height - 44;
  decorate(sheet, (doc) => {
    doc.rect(page.margin, y - 10, page.width - 2 * page.margin, 0.6).fill(colours.steel200);
    doc.font('body').fontSize(7.6).fillColor(colours.steel600);
    doc.text(`${company.name}   ${company.phones.join('   ')}   ${company.email}`, page.margin, y, {
      lineBreak: false,
    });
    doc.text(`${document}   ${pageNumber}`, page.margin, y, { width: page.width - 2 * page.margin, align: 'right' });
  });
}

function tagged(parent: PDFKit.PDFStructureElement, element: PDFKit.PDFStructureElement): void {
  parent.add(element);
  element.end();
}

async function still(file: string, variationAxes: Record<string, number>): Promise<Buffer> {
  const source = await readFile(new URL(`../../node_modules/@fontsource-variable/${file}`, import.meta.url));
  const text = Array.from({ length: 0x100 - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('') + '–—‘’“”•…';
  return subsetFont(source, text, { targetFormat: 'truetype', variationAxes, keepFeatures: ['kern'], noHinting: true });
}
