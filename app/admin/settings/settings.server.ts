import { findApp } from '#db/app.ts';
import { Settings as SettingsEntity } from '#db/entities/settings.ts';
import type { EntityManager } from '#db/orm.ts';
import { saveUnlessChanged, showing, type Saved } from '#db/save-unless-changed.ts';
import { readSettings, showSettings, THE_ONE, toSettings, type Settings } from '#db/settings.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { claimNight, countOlder } from '../../enquiries/privacy/retention.server.ts';
import { changedText, type NewSettings } from './settings.schema.ts';

/**
 * Saves a shorter retention that deletes enquiries only once it is confirmed: then `deletes` is its span.
 * @returns also 'unconfirmed': `count` enquiries would be deleted
 */
export async function saveSettings(
  em: EntityManager,
  { version, deletes, ...fields }: NewSettings,
  by: Actor,
): Promise<Saved<Settings> | { outcome: 'unconfirmed'; count: number }> {
  const stored = await readSettings(em);
  const { retentionMonths: months } = fields;
  const isShorter = months !== null && months < (stored.retentionMonths ?? Infinity);
  if (stored.version === version && isShorter) {
    const count = deletes === String(months) ? 0 : await countOlder(em, months);
    if (count) return { outcome: 'unconfirmed', count };
    await claimNight(em);
  }
  return saveFields(em, version, fields, by);
}

/** Refused if somebody else has saved any setting since. */
export async function saveFields(
  em: EntityManager,
  version: number,
  fields: Partial<Omit<Settings, 'version'>>,
  by: Actor,
): Promise<Saved<Settings>> {
  const stored = await readSettings(em);
  // SQL: all columns have defaults. The row is missing after the restore of a backup that is older than settings.
  if (!(await em.count(SettingsEntity))) await em.execute('insert into settings default values on conflict do nothing');
  const { backupAt } = fields;
  const since = new Date(findApp(em).clock.now());
  const changed = backupAt === undefined || backupAt === stored.backupAt ? fields : { ...fields, backupSince: since };
  const saved = await saveUnlessChanged(em, SettingsEntity, THE_ONE, version, changed, (tx) =>
    recordActivity(tx, 'settings', by, changedText(stored, fields), { noun: 'settings', ...THE_ONE }),
  );
  if (saved.outcome === 'saved') await showSettings(findApp(em));
  return showing(saved, toSettings);
}
