import { useLoaderData } from '@remix-run/react';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { EnvelopeIcon, PencilSquareIcon, PhoneIcon } from '@heroicons/react/24/outline';
import { EditTexts } from '../../content/texts/on-the-page/text-links.tsx';
import { requirePageOpen, textsToShow } from '../../content/texts/on-the-page/unsaved-texts.server.ts';
import { publicAnswerSpeed } from '../answer-speed.server.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { paths } from '../../paths.ts';
import { Closing, SectionHeading } from '../../ui/site/page-parts.tsx';
import { ListItems } from '../../content/texts/list-items.tsx';
import { mailHref, telephoneHref } from '../../ui/contact-links.ts';
import sling from '../../ui/site/drawings/sling.svg?raw';
import { PageBand } from '../../ui/site/page-band.tsx';
import { pageFacts } from '../../ui/site/page-facts.ts';
import { companyData, pageMeta } from '../../ui/site/page-meta.ts';
import { PhoneLinks } from '../../ui/site/phone-links.tsx';
import { useFooter } from '../../ui/site/use-footer.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  return { texts: await textsToShow(context, request, 'contact'), speed: publicAnswerSpeed(context.app) };
}

export const meta = pageMeta({
  ...pageFacts.contact,
  structured: (site) => [companyData(site)],
});

export default function ContactPage() {
  const { texts, speed } = useLoaderData<typeof loader>();
  const { phone_1: phone = '', phone_2: secondPhone = '', email = '', whatsapp } = useFooter();
  return (
    <>
      <EditTexts of={['contact.top']} />
      <PageBand title={texts.heading ?? ''} intro={texts.intro} drawing={sling} />
      <EditTexts of={['contact.ways', 'contact.place']} />
      <div className="wrap section">
        <ul className="grid gap-6 lg:grid-cols-3">
          <WayCard heading={texts.call_heading} text={texts.call_text} Icon={PhoneIcon}>
            <p className={WAY_FIGURES}>
              <PhoneLinks
                phones={[phone, secondPhone].filter(Boolean)}
                whatsapp={whatsapp}
                className="link block py-1"
              />
            </p>
            <a href={telephoneHref(phone)} className={buttonClass('primary', WAY_BUTTON)}>
              {texts.call_button}
            </a>
          </WayCard>
          <WayCard heading={texts.email_heading} text={texts.email_text} Icon={EnvelopeIcon}>
            <p className={WAY_FIGURES}>
              <a href={mailHref(email)} className="link block py-1 break-all">
                {email}
              </a>
            </p>
            <a href={mailHref(email)} className={buttonClass('secondary', WAY_BUTTON)}>
              {texts.email_button}
            </a>
          </WayCard>
          <WayCard heading={texts.form_heading} text={texts.form_text} Icon={PencilSquareIcon}>
            <ButtonLink href={paths.contactForm} className={WAY_BUTTON}>
              {texts.form_button}
            </ButtonLink>
          </WayCard>
        </ul>
        <dl className="cells mt-6 md:grid-cols-2">
          <div className="p-6 lg:p-7">
            <dt className="eyebrow text-muted">{texts.location_heading}</dt>
            <dd className="font-display mt-2 text-lg font-semibold">{texts.location}</dd>
          </div>
          <div className="p-6 lg:p-7">
            <dt className="eyebrow text-muted">{texts.hours_heading}</dt>
            <dd className="font-display mt-2 text-lg font-semibold">{texts.reply_promise}</dd>
            <dd className="font-display text-lg font-semibold">{texts.emergency_promise}</dd>
            {speed ? <dd className="text-muted mt-1">{speed}</dd> : null}
          </div>
        </dl>
      </div>
      <EditTexts of={['contact.why']} />
      <section aria-labelledby="why-contact" className="border-border bg-surface border-t">
        <div className="wrap section grid gap-10 lg:grid-cols-[2fr_3fr]">
          <SectionHeading id="why-contact">{texts.why_heading}</SectionHeading>
          <ul className="ticked gap-x-10 gap-y-5 sm:grid-cols-2">
            <ListItems of={texts.why_points} />
          </ul>
        </div>
      </section>
      <EditTexts of={['contact.closing']} />
      <Closing heading={texts.cta_heading} text={texts.cta_text} buttons={{ [paths.contactForm]: texts.cta_button }} />
    </>
  );
}

const WAY_FIGURES = "font-display mb-6 text-[1.3rem] font-[650] [font-feature-settings:'tnum']";
// Fills the card where it is narrow: on a phone, and where three cards stand side by side.
const WAY_BUTTON = 'mt-auto w-full sm:max-lg:w-fit sm:max-lg:min-w-52';

interface WayCardProps {
  heading: string | undefined;
  text: string | undefined;
  Icon: typeof PhoneIcon;
  children: React.ReactNode;
}

function WayCard({ heading, text, Icon, children }: WayCardProps) {
  return (
    <li className="card flex flex-col p-7">
      <Icon aria-hidden className="text-link dark:text-steel-300 size-9" />
      <h2 className="h3 mt-5">{heading}</h2>
      <p className="text-muted mt-2 mb-6">{text}</p>
      {children}
    </li>
  );
}
