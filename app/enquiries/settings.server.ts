import { Settings as SettingsEntity } from '#db/entities/settings.ts';
import { findApp, type App } from '#db/app.ts';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import type { EntityManager } from '#db/orm.ts';
import { saveUnlessChanged, showing, type Saved } from '#db/save-unless-changed.ts';
import { recordActivity, type Actor } from '../audit/activities.server.ts';
import { claimNight, countOlder } from './privacy/retention.server.ts';
import { asDelivered, changedText, type NewSettings, type Settings } from './settings.schema.ts';

const THE_ONE = { id: 1 };

const toSettings = (row: SettingsEntity): Settings => {
  const names = Object.keys(asDelivered) as (keyof Settings)[];
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null])) as unknown as Settings;
};

const snapshot = cachedSnapshot<Settings>('settings', asDelivered, readSettings, 'settings could not be read');

/** The cached settings; makes no query. */
export const settings = (app: App): Settings => snapshot.get(app);

export async function readSettings(em: EntityManager): Promise<Settings> {
  const row = await em.findOne(SettingsEntity, THE_ONE, { disableIdentityMap: true });
  return row ? toSettings(row) : asDelivered;
}

/** `unconfirmed`: `count` enquiries would be deleted. */
export type SavedSettings = Saved<Settings> | { outcome: 'unconfirmed'; count: number };

/** Saves a shorter retention that deletes enquiries only once it is confirmed: then `deletes` is its span. */
export async function saveSettings(
  em: EntityManager,
  { version, deletes, ...fields }: NewSettings,
  by: Actor,
): Promise<SavedSettings> {
  const stored = await readSettings(em);
  const { retentionMonths: months } = fields;
  const isShorter = months !== null && months < (stored.retentionMonths ?? Infinity);
  if (stored.version === version && isShorter) {
    const count = deletes === String(months) ? 0 : await countOlder(em, months);
    if (count) return { outcome: 'unconfirmed', count };
    await claimNight(em);
  }
  return saveFields(em, version, fields, stored, by);
}

/** Refused if somebody else has saved any setting since. */
export async function saveMailTo(
  em: EntityManager,
  { version, mailTo }: { version: number; mailTo: string },
  by: Actor,
): Promise<Saved<Settings>> {
  return saveFields(em, version, { mailTo }, await readSettings(em), by);
}

async function saveFields(
  em: EntityManager,
  version: number,
  fields: Partial<Omit<Settings, 'version'>>,
  stored: Settings,
  by: Actor,
): Promise<Saved<Settings>> {
  // SQL: all columns have defaults. The row is missing after the restore of a backup that is older than settings.
  if (!(await em.count(SettingsEntity))) await em.execute('insert into settings default values on conflict do nothing');
  const { backupAt } = fields;
  const since = new Date(findApp(em).clock.now());
  const changed = backupAt === undefined || backupAt === stored.backupAt ? fields : { ...fields, backupSince: since };
  const saved = await saveUnlessChanged(em, SettingsEntity, THE_ONE, version, changed, (tx) =>
    recordActivity(tx, 'settings', by, changedText(stored, fields), { noun: 'settings', ...THE_ONE }),
  );
  if (saved.outcome === 'saved') await snapshot.showChange(findApp(em));
  return showing(saved, toSettings);
}
