import { fileKey } from '#app/enquiries/files/enquiry-files.server.ts';
import { rawKey } from '#app/enquiries/inbound/store-mail.server.ts';
import { CENTRE, listFiles, measurePicture } from '#app/content/pictures/picture.ts';

/** The keys of the store that a row names, by its table; those of the history and the trash may come back. */
const keysOf: Record<string, (value: (column: string) => string) => string[]> = {
  page_content: (value) => (value('content_type') === 'picture' ? keysOfPictures(value('content_value')) : []),
  projects: (value) => keysOfPictures(value('pictures')),
  pdf_documents: (value) => [value('file_path'), value('file_key')],
  revisions: (value) => (value('noun') === 'documents' ? keysInJson(value('state')) : keysOfPictures(value('state'))),
  trash: (value) => (value('noun') === 'documents' ? keysInJson(value('row')) : []),
  // Those of no enquiry are to be swept.
  inbound_mails: (value) => (value('raw_bytes') === NULL ? [] : [rawKey(value('id'))]),
  enquiry_files: (value) => (value('message_id') === NULL ? [] : [fileKey(value('id'))]),
};
const NULL = '\\N';

/** Each picture's name stands on a line of its own, in a text as well as in the JSON of one; that of a project is a value. */
const keysOfPictures = (text: string): string[] =>
  [...text.matchAll(/(?:\\n|"key": ")(picture-[\w-]+x\d+)/g)].flatMap(([, key]) => {
    const picture = measurePicture({ alt: '', key: key!, focus: CENTRE });
    return picture ? listFiles(picture) : [];
  });

/** In COPY's text format, where a quotation mark inside of a text never stands alone. */
const keysInJson = (json: string): string[] =>
  [...json.matchAll(/"(?:filePath|fileKey)": "([^"]+)"/g)].map(([, key]) => key!);

/** The keys of the store that a table names, all of letters that COPY writes as they are. */
export function* keysIn(table: string, columns: string[], copy: Buffer): Generator<string> {
  const named = keysOf[table];
  if (!named) return;
  // Line by line: a history may be too large to be one text.
  for (let start = 0, end; (end = copy.indexOf('\n', start)) >= 0; start = end + 1) {
    const values = copy.toString('utf8', start, end).split('\t');
    for (const key of named((column) => values[columns.indexOf(column)] ?? NULL)) if (key !== NULL) yield key;
  }
}
