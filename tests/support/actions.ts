import { hashToken } from '#app/accounts/account-tokens.server.ts';
import { paths } from '#app/paths.ts';
import { reaches, type Role } from '#app/accounts/staff.schema.ts';
import { add } from './content.ts';
import { filledIn } from './enquiries.ts';
import type { TestDatabase } from './test-postgres.ts';

// Lists of all pages and actions. Tests compare them with the built routes and the sources, so that a page or an action
// that is missing here fails a test.

/** The rank that each part of the admin area asks for, with everything below it. */
const ranks: Record<string, Role> = {
  [paths.admin.dashboard]: 'viewer',
  [paths.admin.account]: 'viewer',
  '/admin/*': 'viewer',
  [paths.admin.services]: 'editor',
  [paths.admin.documents]: 'editor',
  [paths.admin.projects]: 'editor',
  [paths.admin.pages()]: 'editor',
  [paths.admin.redirects]: 'editor',
  [paths.admin.undo]: 'editor',
  [paths.admin.maintenance]: 'admin',
  [paths.admin.preview]: 'viewer',
  [paths.admin.messages]: 'admin',
  [paths.admin.staff]: 'admin',
  [paths.admin.savedReplies]: 'admin',
  [paths.admin.activity]: 'admin',
  [paths.admin.settings]: 'admin',
};
export const partsOfAdmin = Object.keys(ranks);

/** The rank that an address asks for; null if none is declared. */
export function rankOf(address: string): Role | null {
  if (address === paths.admin.root) return 'viewer';
  return ranks[address.split('?', 1)[0]!.split('/').slice(0, 3).join('/')] ?? null;
}

export const mayEnter = (role: Role | null, address: string): boolean => reaches(role, rankOf(address)!);

/** The tables whose rows have addresses of their own, by the path segment before the id. */
const tables = {
  services: 'services',
  documents: 'pdf_documents',
  projects: 'projects',
  messages: 'messages',
  staff: 'accounts',
  replies: 'saved_replies',
  passkeys: 'passkeys',
  links: 'preview_links',
  redirects: 'redirects',
};

export interface Ids extends Record<keyof typeof tables, number> {
  /** Addresses of the editors of a heading and of an html text. */
  heading: string;
  html: string;
  /** Revisions: old states of the first service, document and project, and a change of the last text that can be undone. */
  oldService: number;
  oldDocument: number;
  oldProject: number;
  change: number;
  changedText: number;
}

const invitation = { token: 'a-token-of-the-tests', email: 'invited@example.com' };

/** A picture of a project, without its files. */
export const picture = { alt: 'A crane', key: 'picture-mfz8d3k2-0123456789abcdef-960x640', focus: '50% 50%' };

/** Makes one of each kind that has no rows yet. */
export async function makeOneOfEach(sql: TestDatabase['sql']): Promise<void> {
  const [old] = await sql<{ id: number }>('select min(id) as id from messages');
  const message_id = old?.id ?? (await add(sql, 'messages'))[0];
  const [told] = await sql('select 1 from notifications where message_id = $1', [message_id]);
  if (!told) await add(sql, 'notifications', [{ message_id, state: 'failed' }]);
  await sql(
    `insert into account_tokens (token_hash, purpose, email, facts, expires_at)
     values ($1, 'invite', $2, '{"role":"viewer"}', now() + interval '7 days') on conflict do nothing`,
    [hashToken(invitation.token), invitation.email],
  );
  await sql(
    "insert into saved_replies (name, text, documents) values ('First', 'Dear {name}', '{}') on conflict do nothing",
  );
  await sql(
    `insert into preview_links (name, token_hash, account_id, ends_at)
     select 'A client', 'no hash', min(id), now() + interval '1 day' from accounts having count(*) > 0
     on conflict do nothing`,
  );
  await sql(
    `insert into projects (slug, title, display_order, pictures)
     select 'first', 'First', 1, $1 where not exists (select from projects)`,
    [JSON.stringify([picture])],
  );
  await sql("insert into redirects (from_path, to_path) values ('/old-page', '/services') on conflict do nothing");
  await sql(
    `with old as (
       insert into revisions (noun, item_id, act, state)
       select 'services', min(id), 'changed', '{"title":"Before","content":"Before","icon":null}'::jsonb from services
       union all
       select 'documents', min(id), 'changed', '{"title":"Before","description":"Before"}' from pdf_documents
       union all
       select 'projects', min(id), 'changed', '{"title":"Before","slug":"before","status":"draft"}' from projects
     ), before as (
       insert into revisions (noun, item_id, act, state)
       select 'pages', max(id), 'found', '{"contentValue":"Before"}' from page_content returning id, item_id
     )
     insert into revisions (noun, item_id, act, state, parent_id)
     select 'pages', item_id, 'changed', jsonb_build_object('contentValue', content_value), before.id
     from before join page_content t on t.id = item_id`,
  );
}

/** The first id of each kind; 1 where there is none. */
export async function firstIds(sql: TestDatabase['sql']): Promise<Ids> {
  const first = Object.entries(tables).map(([noun, table]) => `(select coalesce(min(id), 1) from ${table}) as ${noun}`);
  const revisionOf = (noun: string) => `(select coalesce(max(id), 1) from revisions where noun = '${noun}')`;
  const editorOf = (type: string) => `(select array[page_name, id::text] from page_content
    where content_type = '${type}' order by page_name = 'home' desc, id limit 1)`;
  // One query, because it runs before each of thousands of requests.
  const [found] = await sql<Omit<Ids, 'heading' | 'html'> & Record<'heading' | 'html', string[]>>(
    `select ${first.join(', ')}, ${revisionOf('services')} as "oldService", ${revisionOf('documents')} as "oldDocument",
       ${revisionOf('projects')} as "oldProject",
       (select coalesce(max(id), 1) from revisions where noun = 'pages' and act = 'changed') as change,
       (select max(id) from page_content) as "changedText",
       ${editorOf('heading')} as heading, ${editorOf('html')} as html`,
  );
  const editor = ([page, id]: string[]) => paths.admin.pages(page, id);
  return { ...found!, heading: editor(found!.heading), html: editor(found!.html) };
}

export const addressWithIds = (address: string, ids: Ids): string =>
  address
    .replace(/(\w+)\/:id/, (_, noun: keyof typeof tables) => `${noun}/${ids[noun]}`)
    .replace(':token', invitation.token)
    .replace('*', 'nothing-here');

type Fields = Record<string, string>;
export interface Action {
  route: string;
  at: (ids: Ids) => string;
  /** Forms that the action accepts. Sent in the order of `actions`, each one of the admin area changes something. */
  forms: (ids: Ids) => [Fields, ...Fields[]];
}

const service = { title: 'Changed', content: 'Changed', icon: 'Truck', version: '1' };
const document = { title: 'Changed', description: 'Changed', displayOrder: '9', version: '1' };
export const project = {
  ...{ title: 'Changed', slug: 'changed', place: 'Here', sector: 'Port', month: '2026-05', content: 'Text' },
  ...{ figures: 'Load: 48 t', client: 'Acme', agreed: 'on', status: 'published', publishFrom: '2026-01-01T08:00' },
  version: '1',
};
const { admin } = paths;
type Form = Fields | ((ids: Ids) => Fields);
const action = (route: string, at: string | Action['at'], first: Form, ...others: Form[]): Action => {
  const filled = (form: Form, ids: Ids) => (typeof form === 'function' ? form(ids) : form);
  const forms: Action['forms'] = (ids) => [filled(first, ids), ...others.map((form) => filled(form, ids))];
  return { route, at: typeof at === 'string' ? () => at : at, forms };
};

type Listed = 'services' | 'documents' | 'projects';
const moveToEnd = (noun: Listed) =>
  action(`content/${noun}/manage-${noun}.page`, admin[noun], (ids) => ({ id: String(ids[noun]), before: '' }));
const restoreOld = (noun: Listed, route: string, old: 'oldService' | 'oldDocument' | 'oldProject', version: string) =>
  action(
    route,
    (ids) => admin.history(noun, ids[noun]),
    (ids) => ({ revision: String(ids[old]), version }),
  );

export const actions: Action[] = [
  action('enquiries/form/contact-form.page', paths.contactForm, { ...filledIn, formId: 'f' }),
  action('site/theme.page', paths.theme, { theme: 'dark' }),
  action('accounts/sign-in/login.page', admin.login, { email: 'boss@example.com', password: 'wrong' }),
  action('accounts/recovery/forgot.page', admin.forgot, { email: 'boss@example.com' }),
  action('reset-password', admin.reset('no-token'), { newPassword: 'seven tall cranes lift 9 t' }),
  action('accounts/second-factor/login-code.page', admin.loginCode, { code: '123456' }),
  action('accounts/sessions/session.route', admin.session, {}),
  action('admin/index.route', `${admin.root}?index`, { sidebar: 'collapsed' }),
  action('content/documents/new-document.page', admin.newDocument, { ...document, file: '%PDF-1.7\nof nothing' }),
  moveToEnd('documents'),
  action('content/documents/edit-document.page', (ids) => admin.editDocument(ids.documents), {
    ...document,
    version: '2',
  }),
  action('content/documents/replace-file.page', (ids) => admin.replaceFile(ids.documents), {
    file: '%PDF-1.7\nof nothing new',
    version: '3',
  }),
  restoreOld('documents', 'history-of-document', 'oldDocument', '4'),
  action('new-project', admin.newProject, { title: 'Added', formId: 'f' }),
  moveToEnd('projects'),
  action('content/projects/edit-project.page', (ids) => admin.editProject(ids.projects), project, {
    ...project,
    version: '2',
    intent: 'preview',
  }),
  action('content/projects/pictures.page', (ids) => admin.project(ids.projects), {
    picture: picture.key,
    intent: 'remove',
    version: '2',
  }),
  restoreOld('projects', 'history-of-project', 'oldProject', '3'),
  action('delete-project', (ids) => admin.deleteProject(ids.projects), {}),
  action('delete-document', (ids) => admin.deleteDocument(ids.documents), {}),
  action('new-service', admin.newService, service),
  moveToEnd('services'),
  action('content/services/edit-service.page', (ids) => admin.editService(ids.services), service),
  restoreOld('services', 'history-of-service', 'oldService', '2'),
  action('content/versions/undo.page', admin.undo, ({ change }) => ({ revision: String(change) })),
  action(
    'history-of-text',
    (ids) => admin.history('pages', ids.changedText),
    ({ change }) => ({ revision: String(change), version: '2' }),
  ),
  action('delete-service', (ids) => admin.deleteService(ids.services), {}),
  action(
    'content/texts/manage-pages.page',
    (ids) => ids.heading,
    { contentValue: 'Unsaved', version: '1', intent: 'preview' },
    { contentValue: 'Changed', version: '1' },
  ),
  action('content/texts/manage-pages.page', (ids) => ids.html, { contentValue: '<p>Changed</p>', version: '1' }),
  action('new-redirect', admin.newRedirect(), { from: '/old', to: '/about' }),
  action('content/redirects/import-redirects.page', admin.importRedirects, { file: '/older,/about' }),
  action('content/redirects/edit-redirect.page', (ids) => admin.editRedirect(ids.redirects), {
    from: '/old-page',
    to: '/about',
    version: '1',
  }),
  action(
    'enquiries/inbox/messages.page',
    admin.messages,
    ({ messages: message }) => ({ intent: 'read', message: String(message) }),
    ({ messages: message }) => ({ intent: 'unread', message: String(message) }),
    ({ messages: message }) => ({ intent: `read ${message}` }),
    ({ messages: message }) => ({ intent: `unread ${message}` }),
    ({ messages: message }) => ({ intent: 'take', message: String(message) }),
    ({ messages: message }) => ({ intent: 'give-back', message: String(message) }),
  ),
  action(
    'enquiries/conversation/message.page',
    (ids) => admin.message(ids.messages),
    { intent: 'view' },
    { intent: 'send-again' },
    { intent: 'take' },
    { intent: 'give-back' },
  ),
  action('new-saved-reply', admin.newSavedReply, { name: 'Second', text: 'Dear {name}' }),
  action('enquiries/saved/edit-saved-reply.page', (ids) => admin.editSavedReply(ids.replies), {
    name: 'First',
    text: 'Dear {name}, {reference}',
    version: '1',
  }),
  action('enquiries/log/log-enquiry.page', admin.logEnquiry, { ...filledIn, cameBy: 'phone', formId: 'logged' }),
  // The last action on messages: it erases them.
  action('enquiries/privacy/data-subject.page', admin.person('ann@example.com'), {
    confirmation: 'ann@example.com',
  }),
  action(
    'maintenance/maintenance-panel.page',
    admin.maintenance,
    { intent: 'message', maintenanceMessage: 'Changed' },
    { intent: 'window', startsAt: '2999-01-01T08:00', endsAt: '' },
    { intent: 'cancel' },
    { intent: 'enable' },
  ),
  // These need maintenance mode, which the action before turns on.
  action('maintenance/preview-links/start-preview.page', admin.preview, {}),
  action('maintenance/preview-links/stop-preview.page', paths.stopLooking, {}),
  action(
    'maintenance/preview-links/preview-links.page',
    admin.previewLinks,
    () => ({ intent: 'make', name: 'A client', endsAt: new Date(Date.now() + 3_600_000).toISOString() }),
    ({ links }) => ({ intent: 'revoke', link: String(links) }),
  ),
  action('maintenance/maintenance-panel.page', admin.maintenance, { intent: 'disable' }),
  action('admin/settings/settings.page', admin.settings, {
    acknowledgement: 'on',
    retentionMonths: '36',
    version: '1',
  }),
  action(
    'admin/settings/mail.page',
    admin.mailSettings,
    { intent: 'save', mailTo: 'office@example.com', version: '2' },
    { intent: 'test' },
  ),
  action(
    'admin/set-up/set-up.page',
    admin.setUp,
    { intent: 'not-for-us', step: 'https' },
    { intent: 'show-again', step: 'https' },
  ),
  action('admin/backups/backups.page', admin.backups, {}),
  action('accounts/staff/change-role.page', (ids) => admin.changeRole(ids.staff), { role: 'editor', version: 'admin' }),
  action(
    'accounts/staff/manage-staff.page',
    admin.staff,
    ({ staff }) => ({ intent: 'deactivate', account: String(staff) }),
    ({ staff }) => ({ intent: 'reactivate', account: String(staff) }),
    { intent: 'revoke', email: invitation.email },
  ),
  action('accounts/staff/invite-staff.page', admin.inviteStaff(), { email: 'new@example.com', role: 'viewer' }),
  action('accounts/staff/remove-staff.page', (ids) => admin.removeStaff(ids.staff), {}),
  action('accept-invitation', admin.invitation(invitation.token), { newPassword: 'short' }),
  action('accounts/preferences.page', admin.preferences, { name: 'Ann' }),
  action('accounts/account.page', admin.ownSessions, { session: 'others' }),
  action('accounts/account.page', admin.account, {
    currentPassword: 'correct horse battery staple',
    newPassword: 'another horse battery staple',
  }),
  action(
    'accounts/second-factor/second-factor.page',
    admin.secondFactor,
    { intent: 'set-up', sealed: 'x', code: '123456' },
    { intent: 'codes' },
  ),
  action('accounts/second-factor/turn-off.page', admin.secondFactorOff, {}),
  action('accounts/second-factor/reset.page', (ids) => admin.resetSecondFactor(ids.staff), {}),
  // Passkeys need a host name: passkeys.test.ts makes, uses and attacks them on a site that has one.
  action(
    'accounts/passkeys/sign-in.route',
    admin.passkeySignIn,
    { intent: 'begin' },
    { intent: 'end', credential: '{}' },
  ),
  action(
    'accounts/passkeys/add.route',
    admin.passkeys,
    { intent: 'begin', name: 'Phone' },
    { intent: 'end', credential: '{}' },
  ),
  action('accounts/passkeys/remove-passkey.page', (ids) => admin.removePasskey(ids.passkeys), {}),
  action('accounts/sign-in/logout.route', paths.logout, {}),
];

/** Actions of the admin area that change nothing here, because what they need is not set up. */
const changeNothing = [
  'admin/index.route',
  'accounts/second-factor/second-factor.page',
  'accounts/second-factor/turn-off.page',
  'accounts/second-factor/reset.page',
  'accounts/passkeys/add.route',
  'accounts/passkeys/remove-passkey.page',
];

export const changingActions = (ids: Ids): Action[] =>
  actions.filter(({ route, at }) => rankOf(at(ids)) && !changeNothing.includes(route));
