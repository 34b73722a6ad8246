import type { FieldState } from '../forms/staff-form.tsx';
import { describedBy, Field } from '../ui/field.tsx';
import { roles, type Role } from './staff.schema.ts';

const colours: Record<Role, string> = {
  admin: 'bg-danger text-bg',
  editor: 'bg-text text-bg',
  viewer: 'bg-surface2 text-text border-control',
};
const rights: Record<Role, string> = {
  admin: 'does everything',
  editor: 'changes what the site says',
  viewer: 'only looks at the dashboard',
};
const nameRole = (role: Role): string => role.charAt(0).toUpperCase() + role.slice(1);
const help = roles.map((role) => `${nameRole(role)}: ${rights[role]}.`).join(' ');

/** A role in its colour. */
export function RoleBadge({ role }: { role: Role }) {
  return (
    <span
      data-role={role}
      className={`font-display inline-block flex-none rounded-full border border-transparent px-2.5 py-0.5 text-sm leading-5 font-semibold whitespace-nowrap capitalize ${colours[role]}`}
    >
      {role}
    </span>
  );
}

/** Chooses a role. */
export function RoleField({ id, name, defaultValue, errors }: FieldState) {
  const control = { id, name, defaultValue, required: true, ...describedBy(id, { help, errors }) };
  return (
    <Field id={id} label="Role" help={help} errors={errors}>
      <select className="control" {...control}>
        {defaultValue ? null : <option value="">Choose a role</option>}
        {roles.map((role) => (
          <option key={role} value={role}>
            {nameRole(role)}
          </option>
        ))}
      </select>
    </Field>
  );
}
