import { z } from 'zod';

export const MAINTENANCE_MESSAGE_MAX = 1000; // characters

export const maintenanceMessageSchema = z.object({
  maintenanceMessage: z
    .string()
    .trim()
    .max(MAINTENANCE_MESSAGE_MAX, 'Message must be at most 1,000 characters')
    .default(''),
});
