import { ChatBubbleLeftRightIcon, EnvelopeIcon, PhoneIcon } from '@heroicons/react/24/outline';
import { mailHref, telephoneHref, whatsappLink } from '../contact-links.ts';

const reach = 'font-display flex min-h-[5.5rem] items-center gap-4 rounded-sm px-6 py-4 transition-colors';
const first = `${reach} bg-accent text-on-accent hover:bg-amber-400`;
const onDark = `${reach} border-steel-300 border text-white hover:bg-white/10`;

interface ReachUsProps extends Record<'heading' | 'text', string | undefined> {
  footer: Record<string, string>;
}

export function ReachUs({ heading, text, footer }: ReachUsProps) {
  const { phone_1: phone = '', email = '', whatsapp = '' } = footer;
  const ways = [
    { name: 'Call us', words: phone, Icon: PhoneIcon, link: { href: telephoneHref(phone) } },
    { name: 'WhatsApp', words: whatsapp, Icon: ChatBubbleLeftRightIcon, link: whatsappLink(whatsapp) },
    { name: 'Email us', words: email, Icon: EnvelopeIcon, link: { href: mailHref(email) } },
  ].filter(({ words }) => words);
  return (
    <section aria-labelledby="reach-us" className="shown-whole blueprint on-dark print:hidden">
      <div className="hazard" aria-hidden />
      <div className="wrap section grid items-center gap-10 lg:grid-cols-[3fr_2fr]">
        <div>
          <h2 id="reach-us" className="h2 text-white">
            {heading}
          </h2>
          <p className="lead mt-4 max-w-[28em] text-mist-100">{text}</p>
        </div>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
          {ways.map(({ name, words, Icon, link }, index) => (
            <a key={name} {...link} className={index ? onDark : first}>
              <Icon aria-hidden className="size-7 flex-none" />
              <span className="min-w-0">
                <span className={`eyebrow block ${index ? 'text-steel-300' : ''}`}>{name}</span>
                <span className="text-lg font-bold wrap-anywhere tabular-nums sm:text-xl">{words}</span>
              </span>
            </a>
          ))}
        </div>
      </div>
    </section>
  );
}
