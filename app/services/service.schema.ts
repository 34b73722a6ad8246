import { z } from 'zod';

/** The fixed icon set: names of the lucide icons that a service may carry. */
export const iconNames = [
  'Search',
  'FileText',
  'Shield',
  'Wrench',
  'AlertTriangle',
  'BarChart3',
  'Users',
  'Target',
  'Phone',
  'Mail',
  'Settings',
  'Cog',
  'CheckCircle',
  'Award',
  'Truck',
  'HardHat',
  'Building2',
  'Clipboard',
  'Calculator',
  'MapPin',
  'Clock',
  'Zap',
  'Eye',
  'Package',
  'Hammer',
  'Gauge',
  'Lock',
  'Briefcase',
  'Factory',
  'ArrowUpDown',
] as const;
export type IconName = (typeof iconNames)[number];

/** A service as the public pages show it. */
export interface PublicService {
  id: number;
  title: string;
  content: string;
  icon: string | null;
}

const MISSING = 'Please provide both title and description';

/** The service dialog. An empty icon means none; a name outside the set is refused. */
export const serviceSchema = z.object({
  title: z.string({ error: MISSING }).trim().min(1, MISSING).max(200, 'Title must be at most 200 characters'),
  content: z
    .string({ error: MISSING })
    .trim()
    .min(1, MISSING)
    .max(10_000, 'Description must be at most 10,000 characters'),
  icon: z
    .enum(iconNames, 'Please choose an icon from the list')
    .optional()
    .transform((icon) => icon ?? null),
});
