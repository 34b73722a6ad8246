import { z } from '../../schemas/zod.ts';

export const stepNames = {
  password: 'own password',
  phone_1: 'office phone',
  phone_2: 'second phone',
  email: 'e-mail address',
  network_link: 'network link',
  mail: 'mail',
  https: 'https',
  backup: 'backup',
  admin: 'second admin',
};
export type StepName = keyof typeof stepNames;

export const setUpSchema = z.object({
  intent: z.enum(['not-for-us', 'show-again']),
  step: z.enum(Object.keys(stepNames) as StepName[]),
});
export type Mark = z.infer<typeof setUpSchema>;
