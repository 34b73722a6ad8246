import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/**
 * Maintenance mode and its planned window. Each process follows the times, and one of them records the begin or end. A
 * write to `maintenance_mode` alone, also in SQL, removes the window. Only the first row is used.
 */
export const SiteStatus = defineEntity({
  name: 'SiteStatus',
  tableName: 'site_status',
  properties: {
    id: p.integer().primary(),
    maintenanceMode: p.boolean().default(false),
    message: p.text().nullable(),
    startsAt: p.datetime(3).nullable(), // of a window in the future
    endsAt: p.datetime(3).nullable(),
  },
});
export type SiteStatus = InferEntity<typeof SiteStatus>;

/** `version` counts saves, so that a save from an older state can be refused. */
export const Service = defineEntity({
  name: 'Service',
  tableName: 'services',
  properties: {
    id: p.integer().primary(),
    title: p.text(),
    content: p.text(),
    icon: p.string().length(40).nullable(),
    displayOrder: p.integer(),
    version: p.integer().version().default(1),
    createdAt: p.datetime(3).defaultRaw('now()'),
    // Equal for a form that is sent twice: it makes one service.
    submissionKey: p.string().length(64).nullable().unique('services_submission_key_unique'),
  },
  indexes: [{ name: 'services_display_order', properties: ['displayOrder', 'id'] }],
});
export type Service = InferEntity<typeof Service>;

/**
 * The public address ends in `filePath`. The document store keeps the file under `fileKey`, or under the path for a
 * document's first file. Its hash and size answer conditional requests.
 */
export const PdfDocument = defineEntity({
  name: 'PdfDocument',
  tableName: 'pdf_documents',
  properties: {
    id: p.integer().primary(),
    title: p.text(),
    description: p.text().nullable(),
    filePath: p.string().length(255).unique('pdf_documents_file_path_unique'),
    fileKey: p.string().length(255).nullable().index('pdf_documents_file_key'),
    sizeBytes: p.integer(),
    sha256: p.string().length(64),
    displayOrder: p.integer().default(0),
    issuer: p.text().nullable(),
    number: p.text().nullable(),
    validUntil: p.date().nullable(), // in the company's time zone, that day included
    whenLapsed: p.enum(['hide']).nullable(), // null: the site says so
    lapsesTold: p.array().nullable(), // sent mails: the last valid day, a slash, the days before it
    version: p.integer().version().default(1),
    createdAt: p.datetime(3).defaultRaw('now()'),
    // Equal for a form that is sent twice: it makes one document.
    submissionKey: p.string().length(64).nullable().unique('pdf_documents_submission_key_unique'),
  },
  indexes: [{ name: 'pdf_documents_display_order', properties: ['displayOrder', 'id'] }],
});
export type PdfDocument = InferEntity<typeof PdfDocument>;

/** A picture by staff: its alternative text, empty for decoration; the key of its files; its focal point in percent. */
export interface StoredPicture {
  alt: string;
  key: string;
  focus: string;
}

/**
 * Work that the public site shows. Blank texts are empty. Visitors see it while it is `published` and between two times of
 * the office's clock such as '2026-11-24T14:30'.
 */
export const Project = defineEntity({
  name: 'Project',
  tableName: 'projects',
  properties: {
    id: p.integer().primary(),
    slug: p.string().length(100).unique('projects_slug_unique'), // the end of its public address
    title: p.text(),
    place: p.text().default(''),
    sector: p.text().default(''),
    month: p.string().length(7).default(''), // '2026-05'
    content: p.text().default(''),
    figures: p.text().default(''), // one per line: 'Load: 48 t'
    client: p.text().default(''), // has agreed to be named
    pictures: p.json<StoredPicture[]>().default([]),
    seoTitle: p.text().default(''),
    seoDescription: p.text().default(''),
    seoPicture: p.string().length(100).default(''), // the key of one of its pictures; by default the first
    status: p.enum(['draft', 'published']).default('draft'),
    publishFrom: p.string().length(19).default(''),
    publishUntil: p.string().length(19).default(''),
    displayOrder: p.integer(),
    version: p.integer().version().default(1),
    createdAt: p.datetime(3).defaultRaw('now()'),
    // Equal for a form that is sent twice: it makes one project.
    submissionKey: p.string().length(64).nullable().unique('projects_submission_key_unique'),
  },
  indexes: [{ name: 'projects_display_order', properties: ['displayOrder', 'id'] }],
});
export type Project = InferEntity<typeof Project>;

export const pageNames = ['home', 'about', 'services', 'contact', 'footer'] as const;
export const contentTypes = ['heading', 'text', 'html', 'button', 'list', 'contact', 'picture'] as const;

export const PageContent = defineEntity({
  name: 'PageContent',
  tableName: 'page_content',
  properties: {
    id: p.integer().primary(),
    pageName: p.enum(pageNames),
    sectionKey: p.string().length(80),
    contentValue: p.text(),
    contentType: p.enum(contentTypes),
    displayOrder: p.integer().default(0),
    version: p.integer().version().default(1),
    updatedAt: p
      .datetime(3)
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
  uniques: [{ name: 'page_content_key_unique', properties: ['pageName', 'sectionKey'] }],
  checks: [
    // Contact details of the company may be empty, and unknown details of people.
    {
      name: 'page_content_value_length',
      expression:
        "char_length(content_value) between case when content_type in ('contact', 'text', 'picture') then 0 else 1 end and 10000",
    },
    { name: 'page_content_key_form', expression: "section_key ~ '^[a-z][a-z0-9_]*$'" },
  ],
});
export type PageContent = InferEntity<typeof PageContent>;
