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
import { RoleBadge } from '../role-badge.tsx';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { RouteButton } from '../../ui/route-button.tsx';
import { states, type ListedStaff, type StaffAct } from './manage-staff.schema.ts';

/** What the list says of each besides the address, and how wide it is on a wide screen; null is left out. */
const facts: [label: string, width: string, fact: (staff: ListedStaff) => ReactNode][] = [
  ['Role', 'lg:w-20', ({ role }) => (role ? <RoleBadge role={role} /> : 'No role')],
  ['State', 'lg:w-58', stateOf],
  ['Second factor', 'lg:w-28', ({ id, hasSecondFactor }) => (id === null ? null : hasSecondFactor ? 'On' : 'None')],
  ['Last sign-in', 'lg:w-42', ({ id, lastSignIn }) => (id === null ? null : (lastSignIn ?? 'Never'))],
];

/** One account or invitation: who, what is known of it, and what can be done with it. */
export function StaffRow({ staff }: { staff: ListedStaff }) {
  const { id, email, state, isOwn, hasSecondFactor } = staff;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-full lg:basis-0">
        <h2 className="font-sans text-base font-semibold wrap-anywhere">{email}</h2>
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
          {facts.map(([label, width, fact]) => {
            const said = fact(staff);
            return said === null ? null : (
              <div key={label} className={`min-w-24 ${width}`}>
                <dt className="text-muted text-sm">{label}</dt>
                <dd className="mt-0.5">{said}</dd>
              </div>
            );
          })}
        </dl>
      </div>
      {isOwn ? (
        <p className="text-muted text-sm">This is you.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {id === null ? (
            <>
              <RouteButton
                to={paths.admin.inviteStaff(email)}
                className="btn-small"
                aria-label={`Invite Again: ${email}`}
                preventScrollReset
              >
                <EnvelopeIcon aria-hidden className="size-4" />
                Invite Again
              </RouteButton>
              <ActButton act={{ intent: 'revoke', email }} label="Revoke" of={email} look="danger" Icon={XMarkIcon} />
            </>
          ) : (
            <>
              <RouteButton
                to={paths.admin.changeRole(id)}
                className="btn-small"
                aria-label={`Change Role: ${email}`}
                preventScrollReset
              >
                <UserCircleIcon aria-hidden className="size-4" />
                Change Role
              </RouteButton>
              {hasSecondFactor ? (
                <RouteButton
                  to={paths.admin.resetSecondFactor(id)}
                  className="btn-small"
                  aria-label={`Reset Second Factor: ${email}`}
                  preventScrollReset
                >
                  <KeyIcon aria-hidden className="size-4" />
                  Reset Second Factor
                </RouteButton>
              ) : null}
              {state === 'active' ? (
                <ActButton
                  act={{ intent: 'deactivate', account: id }}
                  label="Deactivate"
                  of={email}
                  Icon={NoSymbolIcon}
                />
              ) : (
                <ActButton
                  act={{ intent: 'reactivate', account: id }}
                  label="Reactivate"
                  of={email}
                  Icon={ArrowUturnLeftIcon}
                />
              )}
              <RouteButton
                to={paths.admin.removeStaff(id)}
                look="danger"
                className="btn-small"
                aria-label={`Remove: ${email}`}
                preventScrollReset
              >
                <TrashIcon aria-hidden className="size-4" />
                Remove
              </RouteButton>
            </>
          )}
        </div>
      )}
    </li>
  );
}

function stateOf({ state, until }: ListedStaff): ReactNode {
  if (state === 'active') return states.active;
  return (
    <span className="font-semibold">
      {states[state]}
      {until ? <span className="font-normal">{state === 'invited' ? ` until ${until}` : `, ${until}`}</span> : null}
    </span>
  );
}

interface ActButtonProps {
  act: StaffAct;
  label: string;
  /** Whom it is about. */
  of: string;
  look?: ButtonLook;
  Icon: typeof TrashIcon;
}

/** A button that does what it says without a page of its own. */
function ActButton({ act, label, of, look, Icon }: ActButtonProps) {
  return (
    <Form method="post" action={paths.admin.staff} preventScrollReset>
      {Object.entries(act).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" look={look} className="btn-small" aria-label={`${label}: ${of}`}>
        <Icon aria-hidden className="size-4" />
        {label}
      </Button>
    </Form>
  );
}
