import { fileKey } from '#app/enquiries/files/enquiry-files.server.ts';
import { rawKey } from '#app/enquiries/inbound/store-mail.server.ts';
import { CENTRE, listFiles, measurePicture } from '#app/content/pictures/picture.ts';

/** The keys of files that a row names, by table. What the history and the trash name may come back. */
const keysOf: Record<string, (value: (column: string) => string) => string[]> = {
  page_content: (value) => (value('content_type') === 'picture' ? keysOfPictures(value('content_value')) : []),
  projects: (value) => keysOfPictures(value('pictures')),
  pdf_documents: (value) => [value('file_path'), value('file_key')],
  revisions: (value) => (value('noun') === 'documents' ? keysInJson(value('state')) : keysOfPictures(value('state'))),
  trash: (value) => (value('noun') === 'documents' ? keysInJson(value('row')) : []),
  // Without an enquiry they are for the sweep.
  inbound_mails: (value) => (value('raw_bytes') === NULL ? [] : [rawKey(value('id'))]),
  enquiry_files: (value) => (value('message_id') === NULL ? [] : [fileKey(value('id'))]),
};
const NULL = '\\N';

/** A picture's key has a line of its own in texts, also in those within JSON; in a project's it is a value. */
const keysOfPictures = (text: string): string[] =>
  [...text.matchAll(/(?:\\n|"key": ")(picture-[\w-]+x\d+)/g)].flatMap(([, key]) => {
    const picture = measurePicture({ alt: '', key: key!, focus: CENTRE });
    return picture ? listFiles(picture) : [];
  });

/** In COPY's text format, where a quotation mark within a text is never alone. */
const keysInJson = (json: string): string[] =>
  [...json.matchAll(/"(?:filePath|fileKey)": "([^"]+)"/g)].map(([, key]) => key!);

/** COPY writes all letters of a key as they are. */
export function* keysIn(table: string, columns: string[], copy: Buffer): Generator<string> {
  const named = keysOf[table];
  if (!named) return;
  // Line by line: a history may be too large for one string.
  for (let start = 0, end; (end = copy.indexOf('\n', start)) >= 0; start = end + 1) {
    const values = copy.toString('utf8', start, end).split('\t');
    for (const key of named((column) => values[columns.indexOf(column)] ?? NULL)) if (key !== NULL) yield key;
  }
}
