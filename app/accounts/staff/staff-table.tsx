import type { ReactNode } from 'react';
import { Form } from '@remix-run/react';
import { paths } from '../../paths.ts';
import { Button, RouteButton } from '../../ui/button.tsx';
import { MenuLink, MoreMenu } from '../../ui/more-menu.tsx';
import { RoleBadge } from '../roles.tsx';
import { withListQuery } from '../../forms/list-query.ts';
import { states, type ListedStaff, type StaffAction } from './manage-staff.schema.ts';

/** Cells that an invitation lacks are empty. */
const facts: [label: string, show: (staff: ListedStaff) => ReactNode][] = [
  ['Role', ({ role }) => (role ? <RoleBadge role={role} /> : 'No role')],
  ['State', showState],
  ['Second factor', ({ id, hasSecondFactor }) => (id === null ? null : hasSecondFactor ? 'On' : 'None')],
  ['Last sign-in', ({ id, lastSignIn }) => (id === null ? null : (lastSignIn ?? 'Never'))],
];

/** A table; on a narrow screen each row is a block. @param search the query of the list's page */
export function StaffTable({ staff, search }: { staff: ListedStaff[]; search: string }) {
  const at = (address: string) => withListQuery(address, search);
  return (
    <table aria-label="Staff" className="card mt-6 block w-full text-left lg:table">
      <thead className="bg-surface2 sr-only lg:not-sr-only lg:table-header-group">
        <tr>
          {['Email', ...facts.map(([label]) => label), 'Actions'].map((label) => (
            <th key={label} className="px-4 py-2 text-sm font-semibold">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-border block divide-y lg:table-row-group">
        {staff.map((one) => (
          <tr key={one.email} className="grid grid-cols-2 gap-x-4 gap-y-2 p-4 lg:table-row">
            <th scope="row" className="col-span-full font-semibold wrap-anywhere lg:px-4 lg:py-3">
              {one.email}
            </th>
            {facts.map(([label, show]) => {
              const shown = show(one);
              return (
                <td key={label} className={`lg:px-4 lg:py-3 ${shown === null ? 'max-lg:hidden' : ''}`}>
                  <span className="text-muted block text-sm lg:hidden" aria-hidden>
                    {label}
                  </span>
                  {shown}
                </td>
              );
            })}
            <td className="col-span-full lg:px-4 lg:py-2">
              {one.isOwn ? (
                <span className="text-muted text-sm">This is you.</span>
              ) : (
                <div className="flex gap-2">
                  {one.id === null ? (
                    <InvitationActions of={one} at={at} />
                  ) : (
                    <AccountActions of={one} id={one.id} at={at} />
                  )}
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ActionsProps {
  of: ListedStaff;
  at: (address: string) => string;
}

function InvitationActions({ of: { email }, at }: ActionsProps) {
  return (
    <>
      <PageButton to={at(paths.admin.inviteStaff(email))} label="Invite Again" email={email} />
      <MoreMenu label={`More: ${email}`}>
        <MenuAction to={at(paths.admin.staff)} action={{ intent: 'revoke', email }} label="Revoke" email={email} />
      </MoreMenu>
    </>
  );
}

function AccountActions({ of: { email, state, hasSecondFactor }, id, at }: ActionsProps & { id: number }) {
  const intent = state === 'active' ? 'deactivate' : 'reactivate';
  return (
    <>
      <PageButton to={at(paths.admin.changeRole(id))} label="Change Role" email={email} />
      <MoreMenu label={`More: ${email}`}>
        {hasSecondFactor ? (
          <MenuLink
            to={at(paths.admin.resetSecondFactor(id))}
            text="Reset Second Factor"
            name={`Reset Second Factor: ${email}`}
          />
        ) : null}
        <MenuAction
          to={at(paths.admin.staff)}
          action={{ intent, account: id }}
          label={intent === 'deactivate' ? 'Deactivate' : 'Reactivate'}
          email={email}
        />
        <MenuLink to={at(paths.admin.removeStaff(id))} text="Remove" name={`Remove: ${email}`} />
      </MoreMenu>
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

interface ActionProps {
  to: string;
  label: string;
  email: string;
}

const PageButton = ({ to, label, email }: ActionProps) => (
  <RouteButton to={to} className="btn-small" aria-label={`${label}: ${email}`} preventScrollReset>
    {label}
  </RouteButton>
);

const MenuAction = ({ to, action, label, email }: ActionProps & { action: StaffAction }) => (
  <Form method="post" action={to} preventScrollReset>
    {Object.entries(action).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Button type="submit" look="quiet" className="menu-item" aria-label={`${label}: ${email}`}>
      {label}
    </Button>
  </Form>
);
