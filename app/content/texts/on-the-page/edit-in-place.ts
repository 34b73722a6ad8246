/*
 * Edits a text where it stands. The form is the one in Manage Pages, and the server answers it as it does without
 * scripts: what it shows is taken over.
 */

async function ask(address: string, sent?: RequestInit) {
  const answer = await fetch(address, sent);
  const html = (await answer.text()).replace(/<style[^]*?<\/style>/g, ''); // this page's policy refuses them
  const page = new DOMParser().parseFromString(html, 'text/html');
  const form = page.querySelector('#content-value')?.closest('form') ?? null;
  return { url: new URL(answer.url), isRedirected: answer.redirected, page, form };
}

const isHere = ({ pathname, search }: URL | HTMLAnchorElement) =>
  pathname === location.pathname && search === location.search;

document.addEventListener('click', (event) => {
  const text = (event.target as Element).closest<HTMLElement>('[data-text]');
  const link = text instanceof HTMLAnchorElement ? text : text?.querySelector<HTMLAnchorElement>('.text-edit');
  if (!text || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void open(text, link);
});

async function open(text: HTMLElement, link: HTMLAnchorElement): Promise<void> {
  if (document.querySelector('dialog.text-editor')) return; // the second half of a double click
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog-panel text-editor';
  document.body.append(dialog);
  text.ariaBusy = 'true';
  const opened = await ask(link.href).catch(() => null);
  text.removeAttribute('aria-busy');
  const heading =
    opened?.form && opened.page.getElementById(opened.form.closest('li')!.getAttribute('aria-labelledby')!);
  if (!heading) return location.assign(link.href); // the session has ended or the text is gone: its page says so
  dialog.setAttribute('aria-labelledby', heading.id);
  dialog.append(heading);
  lieOver(dialog, text); // otherwise the page is scrolled to where it would be
  dialog.showModal();
  let isBusy = false;
  let isTyped = false;
  const guard = new AbortController();
  dialog.addEventListener('close', () => {
    if (isTyped) return dialog.showModal(); // browsers let no script refuse a second Back or Escape in a row
    guard.abort();
    dialog.remove();
  });
  addEventListener('resize', () => lieOver(dialog, text), { signal: guard.signal });
  addEventListener('beforeunload', (event) => isTyped && event.preventDefault(), { signal: guard.signal });
  dialog.addEventListener('input', () => (isTyped = true));
  function leave(): void {
    if (isTyped && !confirm('Your changes have not been saved. Discard them?')) return;
    isTyped = false;
    dialog.close();
  }
  const onLeave = (event: Event) => {
    event.preventDefault();
    leave();
  };
  dialog.addEventListener('cancel', onLeave); // such as by Android's Back
  // The rich text takes Escape as its own, and some browsers ask for no `cancel` a second time.
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && !event.isComposing && onLeave(event));
  dialog.addEventListener('click', (event) => {
    const way = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    const isBack = way?.href.split('#')[0] === dialog.querySelector('form')!.action; // to what somebody else has saved
    if (!way || !(isBack || isHere(way))) return;
    event.preventDefault();
    if (isHere(way)) leave();
    else void send(way.href);
  });
  dialog.addEventListener('submit', (event) => {
    const { action, enctype } = event.target as HTMLFormElement;
    const data = new FormData(event.target as HTMLFormElement);
    if (event.submitter?.getAttribute('name')) return void (isTyped = false); // a preview is another page
    event.preventDefault();
    const body = enctype.startsWith('multipart')
      ? data
      : new URLSearchParams(data as unknown as Record<string, string>);
    if (!isBusy) void send(action, { method: 'POST', body });
  });
  await show(opened!.form!);

  /** @param refused the form that was sent: files, and what has been typed since, stay */
  async function show(form: HTMLFormElement, refused?: HTMLFormElement | null): Promise<void> {
    const fields = refused?.querySelectorAll<HTMLInputElement>('textarea[name], input[name]:not([type=hidden])') ?? [];
    for (const { name, value, checked, files } of fields) {
      const twin = form.querySelector(`[name="${name}"]`);
      if (twin) Object.assign(twin, files ? { files } : { value, checked });
    }
    dialog.querySelector('form')?.remove();
    form.noValidate = true; // the server's words are shown
    dialog.append(form);
    lieOver(dialog, text);
    form.querySelector<HTMLElement>('[data-conflict], #content-value')!.focus({ preventScroll: true });
    const rich = form.querySelector<HTMLElement>('[data-rich-text]');
    const opening = rich && (await import('../editor/open-rich-text.ts').catch(() => null)); // without it the box is there
    if (!opening) return;
    form.querySelector('#content-value-help')?.remove(); // it is about mark-up
    opening.openRichText(rich, { name: heading!.textContent!, html: null, contentValue: '' });
    lieOver(dialog, text);
  }

  async function send(address: string, sent?: RequestInit): Promise<void> {
    isBusy = true;
    const answer = await ask(address, sent).catch(() => null);
    isBusy = false;
    if (answer && isHere(answer.url)) {
      isTyped = false;
      dialog.close();
      takeOver(answer.page, text.dataset.text!);
    } else if (answer?.form) {
      isTyped = sent !== undefined;
      await show(answer.form, sent && dialog.querySelector('form'));
    } else if (answer?.isRedirected && answer.page.querySelector('[type=password]')) {
      isTyped = false; // the server keeps it until somebody has signed in again
      location.assign(answer.url);
    } else if (answer?.isRedirected) {
      tell('Not saved. You may no longer change this. What you typed is still here: copy it before you leave.');
    } else {
      const said = ['h1', 'p'].map((words) => answer?.page.querySelector(`main ${words}`)?.textContent);
      tell(said[0] ? said.join('. ') : 'Failed to update content. Please try again.');
    }
  }

  function tell(problem: string): void {
    const alert = document.createElement('p');
    alert.role = 'alert';
    alert.textContent = problem;
    dialog.querySelector('[role=alert]')?.remove();
    dialog.querySelector('form')!.prepend(alert);
  }
}

/** Puts the editor over the text, wide enough to write in, and within the window. */
function lieOver(dialog: HTMLDialogElement, text: HTMLElement): void {
  const { left, top, width } = text.getBoundingClientRect();
  const { clientHeight } = document.documentElement;
  const wide = Math.max(width + 40, 400);
  dialog.style.width = `min(${wide}px, 100% - 16px)`;
  dialog.style.left = `max(8px, min(${left - 20}px, 100% - ${wide + 8}px))`;
  dialog.style.top = `${Math.max(8, Math.min(top - 56, clientHeight - dialog.offsetHeight - 8)) + scrollY}px`;
}

/** Shows the page as it is now, at the same place. */
function takeOver(page: Document, text: string): void {
  const [old, now] = [document, page].map((each) => each.querySelector('[data-page]'));
  if (!old || !now) return location.reload(); // maintenance has taken one away
  document.title = page.title;
  old.replaceWith(now);
  const notice = 'body > [role=status]:first-child';
  document.querySelector(notice)?.remove();
  const said = page.querySelector(notice);
  if (said) {
    document.body.prepend(said);
    document.getElementById('announcements')!.textContent = said.textContent;
  }
  const place = document.querySelector(`[data-text="${text}"]`);
  (place?.querySelector<HTMLElement>('.text-edit') ?? (place as HTMLElement | null))?.focus({ preventScroll: true });
}
