import { telephoneHref, whatsappHref } from '../contact-links.ts';

interface WhatsAppLinkProps {
  number: string | undefined;
  className: string;
  children?: React.ReactNode;
}

export function WhatsAppLink({ number, className, children = 'WhatsApp' }: WhatsAppLinkProps) {
  return number ? (
    <a href={whatsappHref(number)} target="_blank" rel="noopener" className={className}>
      {children}
    </a>
  ) : null;
}

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
