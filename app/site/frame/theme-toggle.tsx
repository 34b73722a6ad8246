import { useRootData } from '../../forms/root-data.ts';
import { ComputerDesktopIcon, MoonIcon, SunIcon } from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';

const choices = [
  { theme: 'light', label: 'Light theme', Icon: SunIcon },
  { theme: 'dark', label: 'Dark theme', Icon: MoonIcon },
  { theme: 'system', label: 'System theme', Icon: ComputerDesktopIcon },
] as const;

/** A form, which `<theme-choice>` handles at once. */
export function ThemeToggle({ className = '' }: { className?: string }) {
  const { theme = 'light' } = useRootData() ?? {};
  return (
    <theme-choice class={className}>
      <form method="post" action={paths.theme}>
        <fieldset className="border-border flex rounded-sm border p-0.5">
          <legend className="sr-only">Theme</legend>
          {choices.map(({ theme: each, label, Icon }) => (
            <button
              key={each}
              name="theme"
              value={each}
              aria-label={label}
              title={label}
              aria-pressed={theme === each}
              suppressHydrationWarning // the element may have changed it before
              className="text-muted hover:text-text aria-pressed:bg-surface2 grid size-9 cursor-pointer place-items-center rounded-sm aria-pressed:border"
            >
              <Icon aria-hidden className="size-5" />
            </button>
          ))}
        </fieldset>
      </form>
    </theme-choice>
  );
}
