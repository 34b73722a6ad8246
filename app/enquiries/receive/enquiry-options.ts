import type { CameBy, PreferredContact, ServiceType } from '#db/entities/message.ts';

const serviceTypes: Record<ServiceType, string> = {
  general: 'General Inquiry',
  'rigging-supervision': 'Rigging Supervision',
  'lift-plan-review': 'Lift Plan Review',
  'equipment-assessment': 'Equipment Assessment',
  'training-request': 'Training Request',
  other: 'Other',
};

const preferredContacts: Record<PreferredContact, string> = { phone: 'Phone', email: 'Email', either: 'Either' };

const waysToUs: Record<CameBy, string> = { phone: 'Phone', whatsapp: 'WhatsApp', 'in-person': 'In person' };

const listOptions = <T extends string>(labels: Record<T, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as T, label }));

export const serviceTypeOptions = listOptions(serviceTypes);
export const preferredContactOptions = listOptions(preferredContacts);
export const cameByOptions = listOptions(waysToUs);

/** For a sentence, such as 'by phone'. */
export const cameByText = (way: CameBy): string =>
  way === 'in-person' ? 'in person' : `by ${way === 'phone' ? way : waysToUs[way]}`;

/** Without a value it is a general inquiry. */
export const serviceTypeLabel = (value: string | null | undefined): string =>
  findLabel(serviceTypeOptions, value) ?? serviceTypes.general;

export const preferredContactLabel = (value: string | null | undefined): string =>
  findLabel(preferredContactOptions, value) ?? 'Not specified';

const findLabel = (options: readonly { value: string; label: string }[], value: string | null | undefined) =>
  options.find((option) => option.value === value)?.label ?? (value || undefined);
