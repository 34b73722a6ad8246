import { focusFirst, TextField } from '../../ui/field.tsx';

interface CodeFieldProps {
  label: string;
  help: string;
  errors: string[] | undefined;
  typed: string;
  /** For recovery codes, which have letters. */
  isRecovery?: boolean;
}

export function CodeField({ label, help, errors, typed, isRecovery = false }: CodeFieldProps) {
  const control = isRecovery
    ? { inputMode: 'text' as const, autoComplete: 'off', autoCapitalize: 'characters' }
    : { inputMode: 'numeric' as const, autoComplete: 'one-time-code', autoCapitalize: 'none' };
  return (
    <TextField
      key={label}
      id="code"
      name="code"
      label={label}
      help={help}
      errors={errors}
      {...(errors ? focusFirst : {})}
      required
      {...control}
      autoCorrect="off"
      spellCheck={false}
      defaultValue={typed}
      className={`font-mono ${isRecovery ? 'uppercase' : 'max-w-56 text-xl tracking-[0.2em]'}`}
    />
  );
}
