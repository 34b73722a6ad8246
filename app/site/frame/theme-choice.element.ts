import { THEME_KEY, themes, type Theme } from '../../http/theme.ts';
import { PageElement } from '../../ui/page-element.ts';
import { tryStorage } from '../../ui/try-storage.ts';

const CHANGED = 'themechange';

/** Applies a theme at once, keeps it in cookie and local storage, and tells other tabs. */
export class ThemeChoice extends PageElement {
  protected start(signal: AbortSignal): void {
    const form = this.querySelector('form')!;
    form.addEventListener(
      'submit',
      (event) => {
        const chosen = themeNamed((event.submitter as HTMLButtonElement | null)?.value);
        if (!chosen) return;
        event.preventDefault();
        show(chosen);
        tryStorage(() => localStorage.setItem(THEME_KEY, chosen)); // the cookie is enough
        // The redirect is for browsers without JavaScript: only its cookie is wanted.
        const body = new URLSearchParams({ theme: chosen });
        fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined);
      },
      { signal },
    );
    const press = () => {
      for (const button of form.querySelectorAll('button'))
        button.ariaPressed = String(button.value === document.documentElement.dataset.theme);
    };
    const follow = (name: string | null | undefined) => show(themeNamed(name));
    press();
    // The cookie of a choice on a later page may not have been sent with the request for this page.
    const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (way?.type === 'back_forward') follow(kept());
    addEventListener(CHANGED, press, { signal });
    addEventListener('storage', ({ key, newValue }) => key === THEME_KEY && follow(newValue), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && follow(kept()), { signal }); // chosen on a later page
  }
}

const themeNamed = (name: string | null | undefined) => themes.find((theme) => theme === name);

function show(theme: Theme | undefined): void {
  if (!theme) return;
  document.documentElement.dataset.theme = theme;
  dispatchEvent(new Event(CHANGED));
}

const kept = () => tryStorage(() => localStorage.getItem(THEME_KEY));
