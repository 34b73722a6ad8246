import { Button } from './button.tsx';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string | undefined;
  button: string;
}

export const SearchBox = ({ label, placeholder, value, button }: SearchBoxProps) => (
  <div className="flex grow gap-2 @3xl:max-w-md">
    <input
      id="q"
      name="q"
      type="search"
      data-key="/"
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value ?? ''}
      maxLength={200}
      className="control min-h-10! min-w-40 py-1!"
    />
    <Button type="submit" className="min-h-10! flex-none px-3.5! py-1! whitespace-nowrap">
      {button}
    </Button>
  </div>
);
