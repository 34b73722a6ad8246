import { findApp } from '#db/app.ts';
import { PdfDocument } from '#db/entities/content.ts';
import { tryLock } from '#db/lock-table.ts';
import type { EntityManager } from '#db/orm.ts';
import { lapseText, SOON_DAYS } from '../content/documents/validity.ts';
import { queueOfficeMail } from '../enquiries/mails/office-mails.server.ts';
import { paths } from '../paths.ts';
import { dayOf, daysBetween } from '../time/dates.ts';

/** The office gets a mail so many days before a document lapses, and on its last day. */
const STEPS = [SOON_DAYS, 30, 7, 0];

/** Once for each step; after a time without any process only the last step is told. One of several does it. */
export async function tellOfLapses(em: EntityManager): Promise<void> {
  await em.transactional(async (tx) => {
    if (!(await tryLock(tx, 'lapses'))) return;
    const now = findApp(em).clock.now();
    const dated = await tx.find(
      PdfDocument,
      { validUntil: { $ne: null } },
      { orderBy: { validUntil: 'asc', id: 'asc' } },
    );
    const due = dated.flatMap((document) => {
      const step = dueStep(document, dayOf(now));
      return step === null ? [] : { ...document, step };
    });
    // SQL: the version stays, so that nobody's save becomes outdated.
    for (const { id, validUntil, step } of due)
      await tx.execute('update pdf_documents set lapses_told = array_append(lapses_told, ?) where id = ?', [
        `${validUntil}/${step}`,
        id,
      ]);
    const parts = due.map(({ id, title, issuer, number, validUntil }) => {
      const lapse = lapseText({ validUntil: validUntil!, whenLapsed: null }, now)!;
      const text = `${[title, issuer, number].filter(Boolean).join(', ')}: ${lapse}. Put the new one here:`;
      return { subject: `${title}: ${lapse}`, text, to: paths.admin.replaceFile(id) };
    });
    const [one, other] = parts;
    if (one) await queueOfficeMail(tx, other ? `${parts.length} documents lapse` : one.subject, parts);
  });
}

/** The step that the office has to be told of now; null if it was told, or no step is reached. */
function dueStep({ validUntil, lapsesTold }: PdfDocument, today: string): number | null {
  const left = Math.max(0, daysBetween(today, validUntil!));
  const step = STEPS.findLast((days) => left <= days);
  const isTold = (lapsesTold ?? []).some((told) => {
    const [day, days] = told.split('/');
    return day === validUntil && Number(days) <= step!;
  });
  return step === undefined || isTold ? null : step;
}
