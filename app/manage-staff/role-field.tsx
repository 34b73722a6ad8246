import type { FieldState } from '../forms/staff-form.tsx';
import { roles } from '../staff/staff.schema.ts';
import { describedBy, Field } from '../ui/field.tsx';
import { roleName } from './manage-staff.schema.ts';

const help = 'An admin may do everything, an editor changes what the site says, a viewer only looks at the dashboard.';

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
