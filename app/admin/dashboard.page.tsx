import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { CheckCircleIcon, ExclamationTriangleIcon } from '@heroicons/react/24/outline';
import { environmentWarnings } from '../env.server.ts';
import { systemProblems } from '../http/health.server.ts';
import { databaseNow } from '#db/database-clock.ts';
import { entityManager } from '#db/orm.ts';
import { listLapsing } from '../content/documents/documents.server.ts';
import { storeRoomProblem } from '../enquiries/files/enquiry-files.server.ts';
import { mailboxProblem } from '../enquiries/inbound/mail-server.server.ts';
import { unreadableProblem } from '../enquiries/inbound/store-mail.server.ts';
import { undeliveredProblem } from '../mail/undelivered.server.ts';
import { isMailed } from '../mail/sender.server.ts';
import { MaintenanceNews, MaintenancePanel } from '../maintenance/maintenance-panel.tsx';
import { readPanelData } from '../maintenance/site-status.server.ts';
import { paths } from '../paths.ts';
import { requireRole } from '../accounts/guards.server.ts';
import { reaches, type Role } from '../accounts/staff.schema.ts';
import { adminMeta } from '../forms/answer.ts';
import { RouteButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { listChangedLately } from './activity/list-activities.server.ts';
import { readBackupState } from './backups/backup-state.server.ts';
import { ChangedLately } from './changed-lately.tsx';
import { readOrNull } from '../forms/action.server.ts';
import { readStatistics } from './dashboard.server.ts';
import { LapsingDocuments } from './lapsing-documents.tsx';
import { SetUpList } from './set-up/set-up-list.tsx';
import { readSetUp } from './set-up/set-up.server.ts';
import { AnswerSpeedLine, WaitingEnquiries } from './waiting-enquiries.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email, role, isLooking } = await requireRole(context, request, 'viewer');
  const isAdmin = reaches(role, 'admin');
  const em = entityManager(context);
  const reading = isAdmin ? readOrNull(context, readBackupState(em)) : null;
  const ofEnquiries = isAdmin ? [undeliveredProblem, unreadableProblem, mailboxProblem, storeRoomProblem] : [];
  const [statistics, problems, backup, setUp, ...others] = await Promise.all([
    readStatistics(context, role),
    systemProblems(context.app),
    reading,
    reading && readOrNull(context, readSetUp(em, email, reading)),
    ...ofEnquiries.map((find) => readOrNull(context, find(em))),
  ]);
  const panel = readPanelData(context.app, isLooking);
  const warnings = isAdmin ? environmentWarnings(context.app.env) : [];
  return {
    email,
    role,
    statistics,
    changes: reaches(role, 'editor') ? ((await readOrNull(context, listChangedLately(em))) ?? []) : [],
    lapsing: reaches(role, 'editor') ? listLapsing(context.app) : [],
    now: databaseNow(context.app),
    problems: [...problems, ...[...others, backup?.problem].filter((text) => text != null), ...warnings],
    lastBackup: backup?.last,
    setUp,
    isMailed: isMailed(context.app.env),
    maintenance: isAdmin ? panel : null,
    // The message is for admins until visitors see it.
    news:
      isAdmin || !(panel.status.maintenanceMode || panel.planned)
        ? null
        : { ...panel, status: { ...panel.status, message: null } },
  };
}

const FOR_VIEWERS = 'You can look at these figures. To change something, ask an administrator for another role.';

export const meta = adminMeta('Dashboard');

export default function DashboardPage() {
  const { email, role, statistics, changes, lapsing, now, problems, lastBackup, setUp, isMailed, maintenance, news } =
    useLoaderData<typeof loader>();
  const services = reaches(role, 'editor') ? paths.admin.services : paths.services;
  return (
    <div className="grid gap-6">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-2xl">Dashboard</h1>
          {reaches(role, 'admin') ? (
            <RouteButton to={paths.admin.logEnquiry} className="btn-small">
              Log an enquiry
            </RouteButton>
          ) : null}
        </div>
        <p className="text-muted mt-1">{`Welcome back, ${email}. ${reaches(role, 'editor') ? '' : FOR_VIEWERS}`}</p>
      </div>
      {news ? <MaintenanceNews {...news} /> : null}
      {statistics.waiting ? <WaitingEnquiries {...statistics.waiting} now={now} /> : null}
      {statistics.speed?.came ? <AnswerSpeedLine {...statistics.speed} /> : null}
      {setUp?.missing.length ? (
        <Card id="set-up" title="Still to set up" text="Each line goes by itself once it is done.">
          <SetUpList {...setUp} />
        </Card>
      ) : null}
      {lapsing.length ? <LapsingDocuments documents={lapsing} /> : null}
      {changes.length ? <ChangedLately lines={changes} /> : null}
      <section id="statistics" aria-label="Statistics" className="border-border bg-border flex flex-wrap gap-px border">
        <Statistic title="Services" value={statistics.services} text="Active services" to={services} />
        {statistics.messages === undefined ? null : (
          <Statistic title="Messages" value={statistics.messages} text="Contact inquiries" to={paths.admin.messages} />
        )}
        <Statistic title="Your Role" value={role} text="Access level" to={paths.admin.account} />
      </section>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <QuickActions role={role} />
        <SystemStatus {...{ problems, lastBackup, isMailed }} />
      </div>
      {maintenance ? <MaintenancePanel {...maintenance} /> : null}
    </div>
  );
}

interface StatisticProps {
  title: string;
  /** Null when it could not be read. */
  value: number | string | null;
  text: string;
  to: string;
}

function Statistic({ title, value, text, to }: StatisticProps) {
  const shown = value?.toLocaleString('en') ?? 'Not available';
  return (
    <div className="bg-bg hover:bg-surface relative flex-[1_1_11rem] px-4 py-2.5">
      <h2 className="text-muted inline font-sans text-sm font-medium tracking-normal">{title}</h2>{' '}
      <Link
        to={to}
        prefetch="intent"
        aria-label={`${title} ${shown} ${text}`}
        className="font-display text-lg leading-[1.1] font-[720] capitalize tabular-nums after:absolute after:inset-0"
      >
        {shown}
      </Link>{' '}
      <span className="text-muted text-sm">{text}</span>
    </div>
  );
}

const actions: { text: string; to: string; required: Role }[] = [
  { text: 'Update service descriptions', to: paths.admin.services, required: 'editor' },
  { text: 'Review contact messages', to: paths.admin.messages, required: 'admin' },
  { text: 'View dashboard statistics', to: '#statistics', required: 'viewer' },
];

function QuickActions({ role }: { role: Role }) {
  return (
    <Card id="quick-actions" title="Quick Actions">
      <ul className="divide-border mt-2 divide-y">
        {actions
          .filter(({ required }) => reaches(role, required))
          .map(({ text, to }) => (
            <li key={text}>
              <Link
                to={to}
                prefetch="intent"
                className="text-link decoration-control flex min-h-11 items-center justify-between gap-4 font-medium underline underline-offset-[0.2em] after:mr-1 after:size-2 after:flex-none after:rotate-45 after:border-t-2 after:border-r-2 after:border-current hover:decoration-current"
              >
                {text}
              </Link>
            </li>
          ))}
      </ul>
    </Card>
  );
}

type Loaded = Awaited<ReturnType<typeof loader>>;

function SystemStatus({ problems, lastBackup, isMailed }: Pick<Loaded, 'problems' | 'lastBackup' | 'isMailed'>) {
  const isWell = problems.length === 0;
  const Icon = isWell ? CheckCircleIcon : ExclamationTriangleIcon;
  return (
    <Card id="system-status" title="System Status">
      <ul className="mt-3 grid gap-2">
        {(isWell ? ['All systems operational'] : problems).map((text) => (
          <li key={text} className={`flex items-start gap-2 font-medium ${isWell ? 'text-ok' : 'text-danger'}`}>
            <Icon aria-hidden className="mt-0.5 size-5 flex-none" />
            {text}
          </li>
        ))}
        {isMailed ? null : (
          <li className="flex items-start gap-2 font-medium">
            <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-5 flex-none" />
            No mail service is set: mails are kept in the outbox, not mailed.
          </li>
        )}
        {lastBackup ? <li className="text-muted">{`Last backup: ${lastBackup}`}</li> : null}
      </ul>
    </Card>
  );
}
