import { preferredContacts } from '#db/entities/message.ts';
import type { EnquiryAct } from '#db/entities/activity.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { enquiryTexts } from '#app/audit/activity.schema.ts';
import { exitOnUsageError, readArguments, UsageError } from './arguments.mjs';
import { command, PlainError } from './command.ts';

const USAGE = 'Usage:\n  npm run sample-enquiries -- NUMBER   (1 to 500, on an installation without enquiries)';

const people = Object.entries({
  'Anisa Ramkissoon': 'Ramkissoon Steel Erectors Ltd',
  'Marcus Joseph': 'Point Lisas Process Services',
  'Keisha Baptiste': 'Gulf of Paria Marine',
  'Darren Mohammed': null,
  'Shivani Maharaj': 'Maharaj & Sons Contractors',
  'Jean-Luc Fontenelle': 'Windward Port Authority',
  'Tricia Charles': 'Chaguanas Precast',
});
const topics = Object.entries({
  'Tandem lift of a process column':
    'We have a column of 42 t and 31 m to set in the second week of next month. Two crawler cranes are on site.\n\nCan you review the plan that our contractor has drawn up?',
  'Lift plan for a transformer':
    'A transformer of 28 t has to come off a low loader and over a wall of 4 m. Access is from one side only.',
  'Rigger training for 12 people':
    'We would like to have twelve riggers and two supervisors trained on our yard, over three days if possible.',
  'Inspection of slings and shackles':
    'Our gear register has gaps. Could somebody look at about 140 slings and 300 shackles before an audit?',
  'Supervision of a night lift':
    'A bridge girder goes in on a Saturday night with the road closed from 22:00 to 05:00. We need a lift supervisor.',
  'Near miss with a tag line':
    'On Tuesday a load swung and caught a tag line. Nobody was hurt. We want to know why before we go on.',
});
const services = 'lift-plan-review lift-plan-review training-request equipment-assessment rigging-supervision other';
const notes = ['Rang, no answer. Try again after lunch.', 'Wants a price by Friday.', 'Sent on to the director.'];

const count = await exitOnUsageError(() => {
  const wanted = Number(readArguments(USAGE, { words: 1 }).positionals[0]);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 500) throw new UsageError(USAGE);
  return wanted;
});
await command(async ({ app }) => {
  await forkEntityManager(app).transactional(async (em) => {
    const [{ used }] = (await em.execute('select exists (select from messages) as used')) as [{ used: boolean }];
    if (used) throw new PlainError('There are enquiries already; the samples are for an installation that has none.');
    const [staff] = await em.execute<{ email: string }[]>('select email from users limit 1');
    const who = staff?.email ?? 'admin@example.com';
    // SQL: rows of all states at once with times in the past, which no form can make.
    for (let i = 0; i < count; i++) {
      const [name, company] = people[i % people.length]!;
      const [subject, message] = topics[(i * 5 + 1) % topics.length]!;
      const email = `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`;
      const isSpam = i % 10 === 9;
      const isAnswered = !isSpam && i > 6 && i % 5 !== 0;
      const isTrashed = i % 17 === 16;
      const hours = Math.round(0.4 + i ** 1.45 * 0.9);
      const payload = {
        name,
        email,
        subject,
        message,
        serviceType: i % 4 ? services.split(' ')[(i * 5 + 1) % topics.length] : null,
        preferredContact: i % 4 ? preferredContacts[i % preferredContacts.length] : null,
        phoneNumber: i % 3 ? `(868) 555-01${String(i % 90).padStart(2, '0')}` : null,
        companyName: company,
      };
      const [{ id }] = (await em.execute(
        `insert into messages (name, email, subject, message, service_type, preferred_contact, created_at, is_read,
           folder, spam_reason, trashed_at, answered_at, answered_by)
         values (?, ?, ?, ?, ?, ?, now() - ? * interval '1 hour', ?, ?, ?,
           case when ? then now() - interval '1 hour' end, case when ? then now() - ? * interval '1 hour' end, ?) returning id`,
        [
          ...[name, email, subject, message, payload.serviceType ?? null, payload.preferredContact ?? null],
          ...[hours, isAnswered || i % 4 === 3, isTrashed ? 'trash' : isSpam ? 'spam' : 'inbox'],
          ...[isSpam ? 'Caught: contains 5 links' : null, isTrashed, isAnswered, hours * 0.7, isAnswered ? who : null],
        ],
      )) as [{ id: number }];
      await em.execute(
        `insert into notifications (message_id, payload, state, created_at, sent_at)
         values (?, ?::jsonb, ?, now() - ? * interval '1 hour', case when ? then null else now() - ? * interval '1 hour' end)`,
        [id, JSON.stringify(payload), isSpam ? 'held' : 'sent', hours, isSpam, hours],
      );
      if (isAnswered) await recordAct(em, who, id, 'answered', hours * 0.7);
      if (i % 4 === 1) await recordAct(em, who, id, 'note', hours * 0.5, notes[i % notes.length]);
    }
  });
  console.log(`Added ${count} enquiries.`);
});

/** Records what staff did this many hours ago. */
async function recordAct(em: EntityManager, who: string, id: number, act: EnquiryAct, hours: number, note?: string) {
  await em.execute(
    `with told as (
       insert into activities (at, kind, act, who, what, noun, noun_id, address)
       select now() - ? * interval '1 hour', 'enquiries', ?, ?, replace(?, '{}', reference), 'messages', id, '192.0.2.7'
       from messages where id = ? returning id, noun_id
     ) insert into notes (activity_id, message_id, text) select id, noun_id, note from told, (select ?::text as note) as given
       where note is not null`,
    [hours, act, who, enquiryTexts[act], id, note ?? null],
  );
}
