import type { ReactNode } from 'react';
import { getInputProps, getTextareaProps, type FieldMetadata } from '@conform-to/react';
import { describedBy, FieldError, fieldIds, TextField, SelectField } from '../../ui/field.tsx';
import type { Hints } from './judge-enquiry.ts';
import type { Enquiry } from '../receive/enquiry.schema.ts';
import { preferredContactOptions, serviceTypeOptions } from '../receive/enquiry-options.ts';

export const labels = {
  fullName: 'Full name',
  companyName: 'Company name',
  email: 'Email',
  phone: 'Phone',
  subject: 'Subject',
  message: 'Message',
  serviceType: 'Service type',
  preferredContact: 'Preferred contact method',
  files: 'Drawings and photos',
  consent: 'Consent',
} as const satisfies Record<Exclude<keyof Enquiry, 'formId' | 'website'>, string>;

interface EnquiryFieldsProps {
  fields: Record<keyof typeof labels, FieldMetadata>;
  hints: Hints;
  messageHelp: string | undefined;
  files: ReactNode;
}

interface TextProps {
  type?: 'text' | 'email' | 'tel';
  isOptional?: boolean;
  autoComplete?: string;
  placeholder?: string;
}

export function EnquiryFields({ fields, hints, messageHelp, files }: EnquiryFieldsProps) {
  const text = (name: keyof typeof labels, { type = 'text', isOptional = false, ...more }: TextProps = {}) => {
    const field = fields[name];
    const { key, ...attributes } = getInputProps(field, { type, ariaAttributes: false });
    return (
      <TextField
        key={key}
        {...attributes}
        required={!isOptional}
        label={labels[name]}
        optional={isOptional}
        errors={field.errors}
        {...more}
      />
    );
  };
  const { key: messageKey, ...message } = getTextareaProps(fields.message, { ariaAttributes: false });
  return (
    <>
      {text('fullName', { autoComplete: 'name' })}
      {text('companyName', { isOptional: true, autoComplete: 'organization' })}
      <div className="grid gap-1.5">
        {text('email', { type: 'email', autoComplete: 'email' })}
        <MeantEmail id={fields.email.id} address={hints.meantEmail} />
      </div>
      {text('phone', { type: 'tel', isOptional: true, autoComplete: 'tel', placeholder: '(868) XXX-XXXX' })}
      {text('subject')}
      <TextField
        key={messageKey}
        {...message}
        label={labels.message}
        errors={fields.message.errors}
        help={messageHelp}
        required
        rows={7}
      />
      {files}
      <SelectField
        id={fields.serviceType.id}
        name={fields.serviceType.name}
        defaultValue={String(fields.serviceType.initialValue ?? '')}
        label={labels.serviceType}
        optional
        errors={fields.serviceType.errors}
        options={[{ value: '', label: 'Choose a service' }, ...serviceTypeOptions]}
      />
      <fieldset className="grid gap-2" id={fields.preferredContact.id} tabIndex={-1}>
        <legend className="mb-2 font-semibold">
          {labels.preferredContact} <span className="text-muted font-normal">(optional)</span>
        </legend>
        <div className="flex flex-wrap gap-x-8 gap-y-2">
          <Radios
            name={fields.preferredContact.name}
            chosen={fields.preferredContact.initialValue}
            options={preferredContactOptions}
          />
        </div>
        <div role="status" className="text-sm empty:absolute">
          {hints.needsPhone ? (
            <p>
              If you would like a call, please add{' '}
              <a className="link" href={`#${fields.phone.id}`}>
                your phone number
              </a>
              .
            </p>
          ) : null}
        </div>
        <FieldError id={fieldIds(fields.preferredContact.id).error} errors={fields.preferredContact.errors} />
      </fieldset>
      <div className="grid gap-1.5">
        <label className="flex items-start gap-3" htmlFor={fields.consent.id}>
          <input
            type="checkbox"
            id={fields.consent.id}
            name={fields.consent.name}
            value="on"
            required
            defaultChecked={fields.consent.initialValue === 'on'}
            {...describedBy(fields.consent.id, { errors: fields.consent.errors })}
            className="control-choice"
          />
          <span>I agree that the company may store and use my data to contact me about this enquiry.</span>
        </label>
        <FieldError id={fieldIds(fields.consent.id).error} errors={fields.consent.errors} />
      </div>
    </>
  );
}

type RadiosProps = { name: string; chosen: unknown; options: { value: string; label: string }[] };

export const Radios = ({ name, chosen, options }: RadiosProps) =>
  options.map(({ value, label }) => (
    <label key={value} className="flex min-h-11 items-center gap-2.5">
      <input type="radio" name={name} value={value} defaultChecked={value === chosen} className="control-choice mt-0" />
      {label}
    </label>
  ));

function MeantEmail({ id, address }: { id: string; address: string | null }) {
  const accept = () => {
    const field = document.getElementById(id) as HTMLInputElement;
    field.value = address!;
    field.focus();
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
  return (
    <p role="status" className="text-sm empty:absolute">
      {address ? (
        // Of what appears, screen readers read out the texts, not the buttons, and of a group only once.
        <span key={address} role="group">
          Did you mean <span className="sr-only">{address}?</span>
          <button type="button" className="link min-h-6 cursor-pointer break-all" onClick={accept}>
            {address}
          </button>
          <span aria-hidden>?</span>
        </span>
      ) : null}
    </p>
  );
}
