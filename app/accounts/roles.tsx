import type { FieldState } from '../forms/staff-form.tsx';
import { SelectField } from '../ui/field.tsx';
import { roles, type Role } from './staff.schema.ts';

const colours: Record<Role, string> = {
  admin: 'bg-danger text-bg',
  editor: 'bg-text text-bg',
  viewer: 'bg-surface2 text-text border-control',
};
const names: Record<Role, string> = { admin: 'Admin', editor: 'Editor', viewer: 'Viewer' };
const help = 'Admin: does everything. Editor: changes what the site says. Viewer: only looks at the dashboard.';

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

export function RoleField(field: FieldState) {
  const options = roles.map((role) => ({ value: role, label: names[role] }));
  const asked = field.defaultValue ? options : [{ value: '', label: 'Choose a role' }, ...options];
  return <SelectField {...field} label="Role" help={help} required options={asked} />;
}
