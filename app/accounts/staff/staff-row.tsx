import type { ReactNode } from 'react';
import { Form } from '@remix-run/react';
import {
  ArrowUturnLeftIcon,
  EnvelopeIcon,
  KeyIcon,
  NoSymbolIcon,
  TrashIcon,
  UserCircleIcon,
  XMarkIcon,
} from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { RouteButton } from '../../ui/route-button.tsx';
import { RoleBadge } from '../roles.tsx';
import { states, type ListedStaff, type StaffAction } from './manage-staff.schema.ts';

/** Each fact with its width on a wide screen; null is left out. */
const facts: [label: string, width: string, show: (staff: ListedStaff) => ReactNode][] = [
  ['Role', 'lg:w-20', ({ role }) => (role ? <RoleBadge role={role} /> : 'No role')],
  ['State', 'lg:w-58', showState],
  ['Second factor', 'lg:w-28', ({ id, hasSecondFactor }) => (id === null ? null : hasSecondFactor ? 'On' : 'None')],
  ['Last sign-in', 'lg:w-42', ({ id, lastSignIn }) => (id === null ? null : (lastSignIn ?? 'Never'))],
];

/** An account or an invitation, and what can be done with it. */
export function StaffRow({ staff }: { staff: ListedStaff }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-full lg:basis-0">
        <h2 className="font-sans text-base font-semibold wrap-anywhere">{staff.email}</h2>
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
          {facts.map(([label, width, show]) => {
            const shown = show(staff);
            return shown === null ? null : (
              <div key={label} className={`min-w-24 ${width}`}>
                <dt className="text-muted text-sm">{label}</dt>
                <dd className="mt-0.5">{shown}</dd>
              </div>
            );
          })}
        </dl>
      </div>
      {staff.isOwn ? (
        <p className="text-muted text-sm">This is you.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {staff.id === null ? invitationButtons(staff) : accountButtons(staff, staff.id)}
        </div>
      )}
    </li>
  );
}

const invitationButtons = ({ email }: ListedStaff) => (
  <>
    <PageButton to={paths.admin.inviteStaff(email)} label="Invite Again" email={email} Icon={EnvelopeIcon} />
    <ActionButton action={{ intent: 'revoke', email }} label="Revoke" email={email} look="danger" Icon={XMarkIcon} />
  </>
);

function accountButtons({ email, state, hasSecondFactor }: ListedStaff, id: number) {
  const [intent, label, Icon] =
    state === 'active'
      ? (['deactivate', 'Deactivate', NoSymbolIcon] as const)
      : (['reactivate', 'Reactivate', ArrowUturnLeftIcon] as const);
  return (
    <>
      <PageButton to={paths.admin.changeRole(id)} label="Change Role" email={email} Icon={UserCircleIcon} />
      {hasSecondFactor ? (
        <PageButton to={paths.admin.resetSecondFactor(id)} label="Reset Second Factor" email={email} Icon={KeyIcon} />
      ) : null}
      <ActionButton action={{ intent, account: id }} label={label} email={email} Icon={Icon} />
      <PageButton to={paths.admin.removeStaff(id)} label="Remove" email={email} look="danger" Icon={TrashIcon} />
    </>
  );
}

function showState({ state, until }: ListedStaff): ReactNode {
  if (state === 'active') return states.active;
  return (
    <span className="font-semibold">
      {states[state]}
      {until ? <span className="font-normal">{state === 'invited' ? ` until ${until}` : `, ${until}`}</span> : null}
    </span>
  );
}

interface RowButtonProps {
  label: string;
  email: string;
  look?: ButtonLook;
  Icon: typeof TrashIcon;
}

/** Leads to a page. */
const PageButton = ({ to, label, email, look, Icon }: RowButtonProps & { to: string }) => (
  <RouteButton to={to} look={look} className="btn-small" aria-label={`${label}: ${email}`} preventScrollReset>
    <Icon aria-hidden className="size-4" />
    {label}
  </RouteButton>
);

/** Acts at once. */
const ActionButton = ({ action, label, email, look, Icon }: RowButtonProps & { action: StaffAction }) => (
  <Form method="post" action={paths.admin.staff} preventScrollReset>
    {Object.entries(action).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Button type="submit" look={look} className="btn-small" aria-label={`${label}: ${email}`}>
      <Icon aria-hidden className="size-4" />
      {label}
    </Button>
  </Form>
);
