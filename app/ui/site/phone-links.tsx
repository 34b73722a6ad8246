import { telephoneHref, whatsappLink } from '../contact-links.ts';

interface PhoneLinksProps {
  phones: string[];
  whatsapp: string | undefined;
  className: string;
}

export const PhoneLinks = ({ phones, whatsapp, className }: PhoneLinksProps) => (
  <>
    {phones.map((phone) => (
      <a key={phone} href={telephoneHref(phone)} className={className}>
        {phone}
      </a>
    ))}
    {whatsapp ? (
      <a {...whatsappLink(whatsapp)} className={className}>
        WhatsApp
      </a>
    ) : null}
  </>
);
