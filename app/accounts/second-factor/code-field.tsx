import { describedBy, Field } from '../../ui/field.tsx';

interface CodeFieldProps {
  label: string;
  help?: string;
  errors: string[] | undefined;
  defaultValue: string;
  /** Whether it is a recovery code, which has letters. */
  isRecovery?: boolean;
}

/** A code to be typed; spaces in it do no harm. */
export function CodeField({ label, help, errors, defaultValue, isRecovery = false }: CodeFieldProps) {
  const id = 'code';
  return (
    <Field id={id} label={label} help={help} errors={errors}>
      <input
        key={label}
        id={id}
        name="code"
        required
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize={isRecovery ? 'characters' : 'none'}
        autoCorrect="off"
        spellCheck={false}
        defaultValue={defaultValue}
        className={`control font-mono ${isRecovery ? 'uppercase' : 'max-w-56 text-xl tracking-[0.2em]'}`}
        {...describedBy(id, { help, errors })}
      />
    </Field>
  );
}
