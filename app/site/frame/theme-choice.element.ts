import { readTheme, THEME_KEY, THEME_SECONDS, themes, type Theme } from '../../http/theme.ts';
import { PageElement } from '../../ui/page-element.ts';
import { tryStorage } from '../../ui/try-storage.ts';

const CHANGED = 'themechange';

/** Applies a theme at once, keeps it in the cookie, and tells other tabs by local storage. */
export class ThemeChoice extends PageElement {
  protected start(signal: AbortSignal): void {
    const form = this.querySelector('form')!;
    const choose = (event: SubmitEvent) => {
      const chosen = themeNamed((event.submitter as HTMLButtonElement | null)?.value);
      if (!chosen) return;
      event.preventDefault();
      show(chosen);
      tryStorage(() => localStorage.setItem(THEME_KEY, chosen));
      const secure = location.protocol === 'https:' ? '; Secure' : '';
      document.cookie = `${THEME_KEY}=${chosen}; Path=/; Max-Age=${THEME_SECONDS}; SameSite=Lax${secure}`; // for a page asked for at once
      // Safari keeps a script's cookie for a week only. The redirect is for browsers without JavaScript.
      const body = new URLSearchParams({ theme: chosen });
      fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined);
    };
    form.addEventListener('submit', choose, { signal });
    const press = () => {
      for (const button of form.querySelectorAll('button'))
        button.ariaPressed = String(button.value === document.documentElement.dataset.theme);
    };
    const follow = () => show(readTheme(document.cookie));
    addEventListener(CHANGED, press, { signal });
    follow(); // this page may have been asked for, ahead or earlier, before the choice
    addEventListener('storage', ({ key, newValue }) => key === THEME_KEY && show(themeNamed(newValue)), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && follow(), { signal }); // chosen on a later page
  }
}

const themeNamed = (name: string | null | undefined) => themes.find((theme) => theme === name);

function show(theme: Theme | undefined): void {
  if (!theme) return;
  document.documentElement.dataset.theme = theme;
  dispatchEvent(new Event(CHANGED));
}
