import { makeMail } from './dovecot.ts';

export async function mailWithFiles(subject: string, files: File[]): Promise<string> {
  const [head] = makeMail(subject).split('\r\n\r\n');
  const parts = await Promise.all(
    files.map(async (file) =>
      [
        `Content-Type: application/octet-stream; name="${file.name}"`,
        `Content-Disposition: attachment; filename="${file.name}"`,
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(await file.arrayBuffer())
          .toString('base64')
          .replace(/.{76}/g, '$&\r\n'),
      ].join('\r\n'),
    ),
  );
  const text = 'Content-Type: text/plain\r\n\r\nThe drawing is attached.';
  const body = [text, ...parts].map((part) => `--part\r\n${part}\r\n`).join('');
  return `${head}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=part\r\n\r\n${body}--part--\r\n`;
}
