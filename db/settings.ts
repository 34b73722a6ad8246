import type { App } from './app.ts';
import { cachedSnapshot } from './cached-snapshot.ts';
import { Settings as SettingsEntity } from './entities/settings.ts';
import type { EntityManager } from './orm.ts';

const asDelivered = {
  acknowledgement: false,
  retentionMonths: null as number | null,
  saySpeed: false,
  secondFactorForAdmins: false,
  backupAt: null as string | null,
  mailTo: null as string | null,
  version: 1,
};

/** The settings of the whole site. `version` counts the saves; a save of an older version is refused. */
export type Settings = typeof asDelivered;

export const THE_ONE = { id: 1 };

export function toSettings(row: SettingsEntity): Settings {
  const names = Object.keys(asDelivered) as (keyof Settings)[];
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null])) as unknown as Settings;
}

const snapshot = cachedSnapshot<Settings>('settings', asDelivered, readSettings, 'settings could not be read');

/** The cached settings; makes no query. */
export const settings = (app: App): Settings => snapshot.get(app);

export const showSettings = (app: App): Promise<void> => snapshot.showChange(app);

export async function readSettings(em: EntityManager): Promise<Settings> {
  const row = await em.findOne(SettingsEntity, THE_ONE, { disableIdentityMap: true });
  return row ? toSettings(row) : asDelivered;
}
