import type { FieldState } from '../../forms/staff-form.tsx';
import { roles, type Role } from '../staff.schema.ts';
import { describedBy, Field } from '../../ui/field.tsx';
import { roleName } from './manage-staff.schema.ts';

const may: Record<Role, string> = {
  admin: 'does everything',
  editor: 'changes what the site says',
  viewer: 'only looks at the dashboard',
};
const help = roles.map((role) => `${roleName(role)}: ${may[role]}.`).join(' ');

/** Which of the roles somebody has. */
export function RoleField({ id, name, defaultValue, errors }: FieldState) {
  return (
    <Field id={id} label="Role" help={help} errors={errors}>
      <select
        id={id}
        name={name}
        defaultValue={defaultValue}
        required
        className="control"
        {...describedBy(id, { help, errors })}
      >
        {defaultValue ? null : <option value="">Choose a role</option>}
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleName(role)}
          </option>
        ))}
      </select>
    </Field>
  );
}
