import { ChatBubbleLeftRightIcon, EnvelopeIcon, PhoneIcon } from '@heroicons/react/24/outline';
import { mailHref, telephoneHref } from '../contact-links.ts';
import { WhatsAppLink } from './phone-links.tsx';

const reach = 'font-display flex min-h-[5.5rem] items-center gap-4 rounded-sm px-6 py-4 transition-colors';
const onDark = `${reach} border-steel-300 border text-white hover:bg-white/10`;

interface ReachUsProps extends Record<'heading' | 'text', string | undefined> {
  footer: Record<string, string>;
}

export function ReachUs({ heading, text, footer }: ReachUsProps) {
  const { phone_1: phone = '', email = '', whatsapp } = footer;
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
          <a href={telephoneHref(phone)} className={`${reach} bg-accent text-on-accent hover:bg-amber-400`}>
            <PhoneIcon aria-hidden className="size-7 flex-none" />
            <span>
              <span className="eyebrow block">Call us</span>
              <span className="text-xl font-bold tabular-nums">{phone}</span>
            </span>
          </a>
          <WhatsAppLink number={whatsapp} className={onDark}>
            <ChatBubbleLeftRightIcon aria-hidden className="size-7 flex-none" />
            <span>
              <span className="eyebrow text-steel-300 block">WhatsApp</span>
              <span className="text-xl font-bold tabular-nums">{whatsapp}</span>
            </span>
          </WhatsAppLink>
          <a href={mailHref(email)} className={onDark}>
            <EnvelopeIcon aria-hidden className="size-7 flex-none" />
            <span className="min-w-0">
              <span className="eyebrow text-steel-300 block">Email us</span>
              <span className="text-xl font-bold wrap-anywhere">{email}</span>
            </span>
          </a>
        </div>
      </div>
    </section>
  );
}
