/** The kinds of service an enquiry can be about, in the order of the form. */
export const serviceTypeOptions = [
  { value: 'general', label: 'General Inquiry' },
  { value: 'rigging-supervision', label: 'Rigging Supervision' },
  { value: 'lift-plan-review', label: 'Lift Plan Review' },
  { value: 'equipment-assessment', label: 'Equipment Assessment' },
  { value: 'training-request', label: 'Training Request' },
  { value: 'other', label: 'Other' },
] as const;

/** How a visitor wants to be answered. */
export const preferredContactOptions = [
  { value: 'phone', label: 'Phone' },
  { value: 'email', label: 'Email' },
  { value: 'either', label: 'Either' },
] as const;

/** The service type as people read it; an absent one is a general inquiry. */
export function serviceTypeLabel(value: string | null | undefined): string {
  return labelOf(serviceTypeOptions, value) ?? 'General Inquiry';
}

/** The preferred contact as people read it. */
export function preferredContactLabel(value: string | null | undefined): string {
  return labelOf(preferredContactOptions, value) ?? 'Not specified';
}

const labelOf = (options: readonly { value: string; label: string }[], value: string | null | undefined) =>
  options.find((option) => option.value === value)?.label ?? (value || undefined);
