type Answer = 'yes' | 'no';
const YEAR_S = 31_536_000;
const words: Record<Answer | 'none', string> = {
  none: 'May Google count your visit? It may set cookies. Nothing is loaded before you say yes.',
  yes: 'You said yes: Google counts your visits for us.',
  no: 'You said no: nothing from Google is loaded.',
};

// Styles of the page's frame: a page has only the classes in its HTML, and shall not get more for this.
const BAR = `<div class="wrap flex flex-wrap items-center gap-3" style="padding-block: 0.625rem">
  <div style="flex: 1 1 20rem"><div role="status" style="display: inline"><p id="may-count" tabindex="-1" style="display: inline; outline: none"></p></div> <a style="text-decoration: underline">More about it</a></div>
  <div class="grid grid-cols-2 gap-3" style="flex: 0 1 20rem">
    <button type="button" value="yes" aria-describedby="may-count" class="btn btn-light" style="padding-inline: 0.5rem">Yes, allow it</button>
    <button type="button" value="no" aria-describedby="may-count" class="btn btn-light" style="padding-inline: 0.5rem">No, thank you</button>
  </div>
</div>`;

/** Documents that have loaded the tag manager, even after the element is gone. */
const loaded = new WeakSet<Document>();

/** Asks at the foot of a page until there is an answer. On the privacy page it can be changed. */
export function askConsent(element: HTMLElement, signal: AbortSignal): void {
  const place = document.getElementById('tag-consent');
  const bar = makeBar(place ? null : element.dataset.more!);
  const show = () => {
    const answer = readAnswer();
    if (answer === 'yes') load(element.dataset.id!);
    else if (loaded.has(document)) location.reload(); // nothing else stops the tag manager
    bar.querySelector('p')!.textContent = words[answer ?? 'none'];
    bar.hidden = !place && answer !== null;
  };
  const press = ({ target }: Event) => {
    const button = (target as Element).closest('button');
    if (!button) return;
    keepAnswer(button.value);
    if (place) history.replaceState(history.state, '', `#${place.id}`); // there the answer is read out after a reload
    show();
    if (!place) document.getElementById('main')!.focus({ preventScroll: true });
    if (!place) document.getElementById('announcements')!.textContent = words[readAnswer() ?? 'none'];
  };
  bar.addEventListener('click', press);
  addEventListener('pageshow', ({ persisted }) => persisted && show(), { signal }); // answered on a later page
  signal.addEventListener('abort', () => bar.remove());
  show();
  (place ?? element).append(bar);
  if (place && location.hash === `#${place.id}`) bar.querySelector('p')!.focus({ preventScroll: true });
  if (!place) new ResizeObserver(() => makeRoom(bar.offsetHeight)).observe(bar);
}

/** @param more the page that says more about it; null on that page itself */
function makeBar(more: string | null): HTMLElement {
  const bar = document.createElement('section');
  bar.setAttribute('aria-label', 'Counting of visits');
  bar.className = `on-dark border-steel-500 bg-navy-900 print:hidden ${more ? 'fixed inset-x-0 z-30 border-t shadow-lg' : 'border'}`;
  bar.style.cssText = 'bottom: 0; max-height: 50vh; overflow-y: auto; font-size: 0.9375rem';
  bar.innerHTML = BAR;
  const link = bar.querySelector('a')!;
  if (more) link.href = more;
  else link.remove();
  return bar;
}

/** So that the end of the page, and what has the focus, can be scrolled clear of the bar. */
function makeRoom(height: number): void {
  document.body.style.paddingBottom = `${height}px`;
  document.documentElement.style.scrollPaddingBottom = `${height}px`;
  dispatchEvent(new Event('scroll')); // makes the button back to the top give way
}

const readAnswer = () => (/(?:^|; )consent=(yes|no)(?:;|$)/.exec(document.cookie)?.[1] as Answer | undefined) ?? null;

function keepAnswer(answer: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `consent=${answer}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
  if (answer === 'no') clearCookies();
}

/** Those of Google Analytics, such as `_ga`, for all parts of the domain: cookies do not tell theirs. */
function clearCookies(): void {
  const parts = location.hostname.split('.');
  const domains = ['', ...parts.map((_, from) => `; Domain=${parts.slice(from).join('.')}`)];
  for (const name of document.cookie.match(/\b_g\w*(?==)/g) ?? [])
    for (const domain of domains) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
}

function load(id: string): void {
  if (loaded.has(document)) return;
  loaded.add(document);
  // Without this event no page view trigger fires.
  const layers = ((window as unknown as { dataLayer?: unknown[] }).dataLayer ??= []);
  layers.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = document.createElement('script');
  script.src = `https://www.googletagmanager.com/gtm.js?id=${id}`;
  script.async = true;
  document.head.append(script);
}
