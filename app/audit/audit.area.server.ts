import type { Area } from '../http/area.ts';
import { sweepActivities } from './activities.server.ts';

export const audit: Area = { sweeps: [sweepActivities] };
