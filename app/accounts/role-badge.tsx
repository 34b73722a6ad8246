import type { Role } from './staff.schema.ts';

const looks: Record<Role, string> = {
  admin: 'bg-danger text-bg',
  editor: 'bg-text text-bg',
  viewer: 'bg-surface2 text-text border-control',
};

/** A role in its colour: red for admins, the default navy for editors, quiet for viewers. */
export function RoleBadge({ role }: { role: Role }) {
  return (
    <span
      data-role={role}
      className={`font-display inline-block flex-none rounded-full border border-transparent px-2.5 py-0.5 text-sm leading-5 font-semibold whitespace-nowrap capitalize ${looks[role]}`}
    >
      {role}
    </span>
  );
}
