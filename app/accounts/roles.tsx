import type { FieldState } from '../forms/staff-form.tsx';
import { describedBy, Field } from '../ui/field.tsx';
import { roles, type Role } from './staff.schema.ts';

const colours: Record<Role, string> = {
  admin: 'bg-danger text-bg',
  editor: 'bg-text text-bg',
  viewer: 'bg-surface2 text-text border-control',
};
const names: Record<Role, string> = { admin: 'Admin', editor: 'Editor', viewer: 'Viewer' };
const help = 'Admin: does everything. Editor: changes what the site says. Viewer: only looks at the dashboard.';

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
            {names[role]}
          </option>
        ))}
      </select>
    </Field>
  );
}
