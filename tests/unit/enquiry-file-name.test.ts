import { expect, it } from 'vitest';
import { fileName } from '#app/enquiries/files/enquiry-files.ts';

it.each([
  ['Lift plan.PDF', 'Lift plan.pdf'],
  ['C:\\jobs\\..\\  plan', 'plan.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['.hidden.pdf', 'hidden.pdf'],
  ['a\u202Efdp.exe', 'afdp.pdf'],
  ['', 'file.pdf'],
])('the file called %j is called %j here', (given, name) => expect(fileName(given, 'pdf')).toBe(name));

it('a name of 79,000 spaces is cleaned as fast as any other', () => {
  const before = process.cpuUsage();
  expect(fileName(`a${' '.repeat(79_000)}b.pdf`, 'pdf')).toBe('b.pdf');
  expect(process.cpuUsage(before).user / 1e6, 'CPU seconds').toBeLessThan(0.5);
});
