import { useScripted } from '../ui/use-scripted.ts';

interface ShowPasswordsProps {
  label?: string;
  areShown: boolean;
  onChange: (areShown: boolean) => void;
}

/** Made by script, because it does nothing without one. */
export function ShowPasswords({ label = 'Show passwords', areShown, onChange }: ShowPasswordsProps) {
  const isScripted = useScripted();
  return (
    <div className="min-h-7">
      {isScripted && (
        <label className="flex cursor-pointer items-center gap-2.5">
          <input
            type="checkbox"
            className="control-choice"
            checked={areShown}
            onChange={(event) => onChange(event.target.checked)}
          />
          {label}
        </label>
      )}
    </div>
  );
}
