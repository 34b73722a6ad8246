import type { Area } from '../http/area.ts';
import { tellOfLapses } from './lapses.server.ts';

export const admin: Area = {
  periodic: [{ everyMs: 15_000, run: tellOfLapses, failure: 'no mail about documents that lapse' }],
};
