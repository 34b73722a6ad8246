import type { Area } from '../http/area.ts';
import { keepBackups } from './backups/backups.server.ts';
import { tellOfLapses } from './lapses.server.ts';

export const admin: Area = {
  work: keepBackups,
  periodic: [{ everyMs: 15_000, run: tellOfLapses, failure: 'no mail about documents that lapse' }],
};
