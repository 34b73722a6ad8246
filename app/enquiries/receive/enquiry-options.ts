import type { PreferredContact, ServiceType } from '#db/entities/message.ts';

/** The kinds of service an enquiry can be about, in the order of the form. */
const serviceTypes: Record<ServiceType, string> = {
  general: 'General Inquiry',
  'rigging-supervision': 'Rigging Supervision',
  'lift-plan-review': 'Lift Plan Review',
  'equipment-assessment': 'Equipment Assessment',
  'training-request': 'Training Request',
  other: 'Other',
};

/** How a visitor wants to be answered. */
const preferredContacts: Record<PreferredContact, string> = { phone: 'Phone', email: 'Email', either: 'Either' };

const optionsOf = <T extends string>(labels: Record<T, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as T, label }));

export const serviceTypeOptions = optionsOf(serviceTypes);
export const preferredContactOptions = optionsOf(preferredContacts);

/** The service type as people read it; an absent one is a general inquiry. */
export function serviceTypeLabel(value: string | null | undefined): string {
  return labelOf(serviceTypeOptions, value) ?? serviceTypes.general;
}

/** The preferred contact as people read it. */
export function preferredContactLabel(value: string | null | undefined): string {
  return labelOf(preferredContactOptions, value) ?? 'Not specified';
}

const labelOf = (options: readonly { value: string; label: string }[], value: string | null | undefined) =>
  options.find((option) => option.value === value)?.label ?? (value || undefined);
