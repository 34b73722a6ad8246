import { useEffect, useState, type FormEvent } from 'react';
import { useRouteLoaderData } from '@remix-run/react';
import { ComputerDesktopIcon, MoonIcon, SunIcon } from '@heroicons/react/24/outline';
import { THEME_KEY, type Theme } from '../http/theme.ts';
import { paths } from '../paths.ts';

const choices = [
  { theme: 'light', label: 'Light theme', Icon: SunIcon },
  { theme: 'dark', label: 'Dark theme', Icon: MoonIcon },
  { theme: 'system', label: 'System theme', Icon: ComputerDesktopIcon },
] as const;

const CHANGED = 'themechange';

/** Light, dark or as the device says. A form without JavaScript; with it the page changes at once. */
export function ThemeToggle({ className = '' }: { className?: string }) {
  const [theme, setTheme] = useTheme();

  function choose(event: FormEvent<HTMLFormElement>) {
    const button = (event.nativeEvent as SubmitEvent).submitter;
    const chosen = choices.find((choice) => choice.theme === button?.getAttribute('value'));
    if (!chosen) return;
    event.preventDefault();
    setTheme(chosen.theme);
  }

  return (
    <form method="post" action={paths.theme} onSubmit={choose} className={className}>
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
            className="text-muted hover:text-text aria-pressed:bg-surface2 aria-pressed:text-text grid size-9 cursor-pointer place-items-center rounded-sm"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        ))}
      </fieldset>
    </form>
  );
}

/** The theme of this page; choosing shows it, keeps it in cookie and local storage, and reaches other tabs. */
function useTheme() {
  const root = useRouteLoaderData('root') as { theme?: Theme } | undefined;
  const [theme, setTheme] = useState<Theme>(root?.theme ?? 'light');

  useEffect(() => {
    const shown = () => setTheme((document.documentElement.dataset.theme as Theme | undefined) ?? 'light');
    const otherTab = (event: StorageEvent) => {
      const chosen = choices.find((choice) => event.key === THEME_KEY && choice.theme === event.newValue);
      if (chosen) show(chosen.theme);
    };
    shown();
    addEventListener(CHANGED, shown);
    addEventListener('storage', otherTab);
    return () => {
      removeEventListener(CHANGED, shown);
      removeEventListener('storage', otherTab);
    };
  }, []);

  function choose(chosen: Theme) {
    show(chosen);
    try {
      localStorage.setItem(THEME_KEY, chosen);
    } catch {
      // storage may be forbidden; the cookie is enough
    }
    // The answer is a redirect meant for browsers without JavaScript; its cookie is all that is wanted.
    fetch(paths.theme, { method: 'POST', body: new URLSearchParams({ theme: chosen }), redirect: 'manual' }).catch(
      () => undefined,
    );
  }

  return [theme, choose] as const;
}

function show(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  dispatchEvent(new Event(CHANGED));
}
