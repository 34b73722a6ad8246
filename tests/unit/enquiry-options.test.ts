import { describe, expect, it } from 'vitest';
import { preferredContacts, serviceTypes } from '#db/entities/message.ts';
import {
  preferredContactLabel,
  preferredContactOptions,
  serviceTypeLabel,
  serviceTypeOptions,
} from '#app/enquiries/receive/enquiry-options.ts';

describe('the options of an enquiry', () => {
  it('are those the database takes', () => {
    expect(serviceTypeOptions.map(({ value }) => value)).toEqual([...serviceTypes]);
    expect(preferredContactOptions.map(({ value }) => value)).toEqual([...preferredContacts]);
  });

  it('are shown by their labels', () => {
    expect(serviceTypeLabel('lift-plan-review')).toBe('Lift Plan Review');
    expect(['phone', 'email', 'either'].map(preferredContactLabel)).toEqual(['Phone', 'Email', 'Either']);
  });

  it.each([null, undefined, ''])('that are absent (%j) are shown as General Inquiry and Not specified', (value) => {
    expect(serviceTypeLabel(value)).toBe('General Inquiry');
    expect(preferredContactLabel(value)).toBe('Not specified');
  });
});
