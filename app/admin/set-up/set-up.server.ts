import { findApp } from '#db/app.ts';
import { Settings } from '#db/entities/settings.ts';
import type { EntityManager } from '#db/orm.ts';
import { pageTexts as delivered } from '#db/starting-content/page-texts.ts';
import { FIRST_EMAIL } from '../../accounts/accounts.server.ts';
import { listActiveAdmins } from '../../accounts/staff/change-staff.server.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { EDITOR_ID } from '../../content/texts/page-content.schema.ts';
import { findEditName, pageTexts } from '../../content/texts/page-content.server.ts';
import { mailService } from '../../mail/sender.server.ts';
import { paths } from '../../paths.ts';
import type { BackupState } from '../backups/backup-state.server.ts';
import { stepNames, type Mark, type StepName } from './set-up.schema.ts';

const { admin } = paths;

/** `text` is what is to be done; false if nothing is. */
type Judged = [name: StepName, text: string | false, to: string];

/** @param reader email of the admin who reads it @returns what is missing; apart from it, what an admin left out */
export async function readSetUp(em: EntityManager, reader: string, reading: Promise<BackupState | null>) {
  const [settings, admins, backup] = await Promise.all([
    em.findOne(Settings, { id: 1 }, { disableIdentityMap: true }),
    listActiveAdmins(em),
    reading,
  ]);
  const { env } = findApp(em);
  const service = mailService(env);
  const first = admins.find(({ hasFirstPassword }) => hasFirstPassword);
  const isOwn = first?.email === reader;
  const othersPassword = first !== undefined && `${first.email} still has the password that the first start printed`;
  const untested = settings?.mailTested !== service && `Send a test mail by ${service}`;
  const noBackup = backup?.last ? 'The last backup is older than 7 days' : 'Make a first backup, then one each day';
  const noSecond =
    reader === FIRST_EMAIL
      ? `Invite yourself by your own address: ${FIRST_EMAIL} gets no mail`
      : 'Invite a second admin, for when you are away';
  const judged: Judged[] = [
    ['password', isOwn ? 'Change your password' : othersPassword, isOwn ? admin.account : admin.staff],
    ...judgeCompany(em),
    ['mail', service === null ? 'No mail goes out yet' : untested, admin.mailTest],
    ['https', !env.isSecure && `The site has no https: its address is ${env.appUrl}`, admin.setUpHttps],
    ['backup', backup !== null && !backup.isRecent && noBackup, admin.backups],
    ['admin', admins.length < 2 && noSecond, admin.inviteStaff()],
  ];
  const steps = judged.flatMap(([name, text, to]) => (text ? [{ name, text, to }] : []));
  const isLeftOut = ({ name }: { name: StepName }) => settings?.notForUs?.includes(name) ?? false;
  return { missing: steps.filter((step) => !isLeftOut(step)), notForUs: steps.filter(isLeftOut) };
}

const company = {
  phone_1: (value: string) => `The office phone is still ${value}`,
  phone_2: (value: string) => `The second phone is still ${value}`,
  email: (value: string) => `The e-mail address is still ${value}`,
  network_link: (value: string) => `The network link still leads to ${new URL(value).host}`,
};

function judgeCompany(em: EntityManager): Judged[] {
  const app = findApp(em);
  const shown = pageTexts(app, 'footer');
  return (Object.keys(company) as (keyof typeof company)[]).map((key) => {
    const { contentValue } = delivered.find((text) => text.pageName === 'footer' && text.sectionKey === key)!;
    const to = `${admin.pages('footer', findEditName(app, 'footer', key), admin.dashboard)}#${EDITOR_ID}`;
    return [key, shown[key] === contentValue && company[key](contentValue), to];
  });
}

// SQL: of two admins who press the same button the second changes nothing, and no open settings form becomes outdated.
const marks = {
  'not-for-us': `insert into settings (not_for_us) values (array[?]::text[])
    on conflict (id) do update set not_for_us = settings.not_for_us || excluded.not_for_us
    where not coalesce(settings.not_for_us @> excluded.not_for_us, false) returning id`,
  'show-again': `update settings set not_for_us = array_remove(not_for_us, step)
    from (select ?::text as step) as given where step = any(not_for_us) returning id`,
};

export const markStep = (em: EntityManager, { intent, step }: Mark, by: Actor): Promise<void> =>
  em.transactional(async (tx) => {
    const changed = await tx.execute<unknown[]>(marks[intent], [step]);
    const what = intent === 'not-for-us' ? 'is not for us' : 'is back on the list';
    if (changed.length) await recordActivity(tx, 'settings', by, `Set-up: ${stepNames[step]} ${what}`);
  });
