import { telephoneHref, whatsappHref } from '../contact-links.ts';

interface WhatsAppLinkProps {
  /** As staff wrote it; without one there is no link. */
  number: string | undefined;
  className: string;
  children?: React.ReactNode;
}

/** Opens a conversation with the company, in a tab of its own. */
export function WhatsAppLink({ number, className, children = 'WhatsApp' }: WhatsAppLinkProps) {
  return number ? (
    <a href={whatsappHref(number)} target="_blank" rel="noopener" className={className}>
      {children}
    </a>
  ) : null;
}

/** The company's phones and, beside them, WhatsApp. */
export function PhoneLinks({ phones, whatsapp, className }: PhoneLinksProps) {
  return (
    <>
      {phones.map((phone) => (
        <a key={phone} href={telephoneHref(phone)} className={className}>
          {phone}
        </a>
      ))}
      <WhatsAppLink number={whatsapp} className={className} />
    </>
  );
}

interface PhoneLinksProps {
  phones: string[];
  whatsapp: string | undefined;
  className: string;
}
