import { hashToken } from '#app/staff/account-tokens.server.ts';
import { paths } from '#app/paths.ts';
import { reaches, type Role } from '#app/staff/staff.schema.ts';
import { add } from './content.ts';
import { filledIn } from './enquiries.ts';
import type { TestDatabase } from './test-postgres.ts';

// The registers that tests of all addresses go by. They are compared with the built address table and the sources, so a
// page or an action that stands in none of them fails a test.

/** The rank that each part of the admin area asks for, whatever lies below it included. */
const ranks: Record<string, Role> = {
  [paths.admin.dashboard]: 'viewer',
  [paths.admin.account]: 'viewer',
  '/admin/*': 'viewer',
  [paths.admin.services]: 'editor',
  [paths.admin.documents]: 'editor',
  [paths.admin.pages()]: 'editor',
  [paths.admin.undo]: 'editor',
  [paths.admin.maintenance]: 'admin',
  [paths.admin.preview]: 'viewer',
  [paths.admin.messages]: 'admin',
  [paths.admin.staff]: 'admin',
  [paths.admin.activity]: 'admin',
  [paths.admin.settings]: 'admin',
};
export const partsOfAdmin = Object.keys(ranks);

/** The rank that an address of the table asks for; null if none is declared. */
export function rankOf(address: string): Role | null {
  if (address === paths.admin.root) return 'viewer';
  return ranks[address.split('/').slice(0, 3).join('/')] ?? null;
}

/** Whether someone of a role, or of none, may go there. */
export const mayEnter = (role: Role | null, address: string): boolean => reaches(role, rankOf(address)!);

/** The tables whose items have addresses of their own, by the step before the id. */
const tables = {
  services: 'services',
  documents: 'pdf_documents',
  messages: 'messages',
  staff: 'accounts',
  passkeys: 'passkeys',
  links: 'preview_links',
};

/** What the addresses and forms below need to know of the database. */
export interface Ids extends Record<keyof typeof tables, number> {
  /** Where a text of each of these types is edited. */
  heading: string;
  html: string;
  /** Revisions: an old state of the first service, and a change of the last text that can be undone. */
  oldState: number;
  change: number;
}

/** The link of an invitation, and whom it invites. */
const invitation = { token: 'a-token-of-the-tests', email: 'invited@example.com' };

/** Makes one of each kind of which there is none. */
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
    `insert into preview_links (name, token_hash, account_id, ends_at)
     select 'A client', 'no hash', min(id), now() + interval '1 day' from accounts having count(*) > 0
     on conflict do nothing`,
  );
  await sql(
    `with old as (
       insert into revisions (noun, item_id, act, state)
       select 'services', min(id), 'changed', '{"title":"Before","content":"Before","icon":null}' from services
     ), before as (
       insert into revisions (noun, item_id, act, state)
       select 'pages', max(id), 'found', '{"contentValue":"Before"}' from page_content returning id, item_id
     )
     insert into revisions (noun, item_id, act, state, parent_id)
     select 'pages', item_id, 'changed', jsonb_build_object('contentValue', content_value), before.id
     from before join page_content t on t.id = item_id`,
  );
}

/** The first of each kind; 1 where there is none. */
export async function firstIds(sql: TestDatabase['sql']): Promise<Ids> {
  const first = Object.entries(tables).map(([noun, table]) => `(select coalesce(min(id), 1) from ${table}) as ${noun}`);
  const revisionOf = (noun: string) => `(select coalesce(max(id), 1) from revisions where noun = '${noun}')`;
  const editorOf = (type: string) => `(select array[page_name, id::text] from page_content
    where content_type = '${type}' order by page_name = 'home' desc, id limit 1)`;
  // In one question: it is asked for before each of thousands of requests.
  const [found] = await sql<
    Record<keyof typeof tables | 'oldState' | 'change', number> & Record<'heading' | 'html', string[]>
  >(
    `select ${first.join(', ')}, ${revisionOf('services')} as "oldState", ${revisionOf('pages')} as change,
       ${editorOf('heading')} as heading, ${editorOf('html')} as html`,
  );
  const editor = ([page, id]: string[]) => paths.admin.pages(page, id);
  return { ...found!, heading: editor(found!.heading), html: editor(found!.html) };
}

/** An address of the table with something in the place of what varies. */
export const addressWithIds = (address: string, ids: Ids): string =>
  address
    .replace(/(\w+)\/:id/, (_, noun: keyof typeof tables) => `${noun}/${ids[noun]}`)
    .replace(':token', invitation.token)
    .replace('*', 'nothing-here');

type Fields = Record<string, string>;
export interface Action {
  /** The file of its route, which without the ending is the route's id, unless it serves several. */
  module: string;
  id?: string;
  at: (ids: Ids) => string;
  /** What it takes; in the order of all actions each of the admin area changes something. */
  forms: (ids: Ids) => [Fields, ...Fields[]];
}

const service = { title: 'Changed', content: 'Changed', icon: 'Truck', version: '1' };
const document = { title: 'Changed', description: 'Changed', displayOrder: '9', version: '1' };
const { admin } = paths;
const action = (module: string, at: Action['at'], ...forms: [Fields, ...Fields[]]): Action => ({
  module,
  at,
  forms: () => forms,
});

/** A time that is within the days for which a link may hold. */
const soon = () => new Date(Date.now() + 3_600_000).toISOString();

/** Every action of the product. */
export const actions: Action[] = [
  action('contact/contact-form.page.tsx', () => paths.contactForm, { ...filledIn, formId: 'f' }),
  action('site/theme.page.tsx', () => paths.theme, { theme: 'dark' }),
  action('staff/login.page.tsx', () => admin.login, { email: 'boss@example.com', password: 'wrong' }),
  action('recovery/forgot.page.tsx', () => admin.forgot, { email: 'boss@example.com' }),
  action('recovery/reset.page.tsx', () => admin.reset('no-token'), { newPassword: 'seven tall cranes lift 9 t' }),
  action('second-factor/login-code.page.tsx', () => admin.loginCode, { code: '123456' }),
  action('staff/session.route.ts', () => admin.session, {}),
  action('admin/index.route.ts', () => `${admin.root}?index`, { sidebar: 'collapsed' }),
  action('documents/new-document.page.tsx', () => admin.newDocument, { ...document, file: '%PDF-1.7\nof nothing' }),
  {
    module: 'documents/manage-documents.page.tsx',
    at: () => admin.documents,
    forms: (ids) => [{ id: String(ids.documents), before: '' }],
  },
  action('documents/edit-document.page.tsx', (ids) => admin.editDocument(ids.documents), { ...document, version: '2' }),
  action('documents/replace-file.page.tsx', (ids) => admin.replaceFile(ids.documents), {
    file: '%PDF-1.7\nof nothing new',
    version: '3',
  }),
  {
    module: 'history/delete.page.tsx',
    id: 'delete-document',
    at: (ids) => admin.deleteDocument(ids.documents),
    forms: () => [{}],
  },
  action('services/new-service.page.tsx', () => admin.newService, service),
  {
    module: 'services/manage-services.page.tsx',
    at: () => admin.services,
    forms: (ids) => [{ id: String(ids.services), before: '' }],
  },
  action('services/edit-service.page.tsx', (ids) => admin.editService(ids.services), service),
  {
    module: 'history/history.page.tsx',
    id: 'history-of-service',
    at: (ids) => admin.history('services', ids.services),
    forms: ({ oldState }) => [{ revision: String(oldState), version: '2' }],
  },
  {
    module: 'history/undo.page.tsx',
    at: () => admin.undo,
    forms: ({ change }) => [{ revision: String(change) }],
  },
  {
    module: 'history/delete.page.tsx',
    id: 'delete-service',
    at: (ids) => admin.deleteService(ids.services),
    forms: () => [{}],
  },
  action(
    'page-content/manage-pages.page.tsx',
    (ids) => ids.heading,
    { contentValue: 'Unsaved', version: '1', intent: 'preview' },
    { contentValue: 'Changed', version: '1' },
  ),
  action('page-content/manage-pages.page.tsx', (ids) => ids.html, { contentValue: '<p>Changed</p>', version: '1' }),
  {
    module: 'messages/messages.page.tsx',
    at: () => admin.messages,
    forms: ({ messages: message }) => [
      { intent: 'read', message: String(message) },
      { intent: 'unread', message: String(message) },
      { intent: `read ${message}` },
      { intent: `unread ${message}` },
    ],
  },
  action(
    'messages/message.page.tsx',
    (ids) => admin.message(ids.messages),
    { intent: 'view' },
    { intent: 'send-again' },
  ),
  // The last of those on messages, which are gone then.
  action('person/person.page.tsx', () => admin.person('ann@example.com'), { confirmation: 'ann@example.com' }),
  action(
    'maintenance/maintenance-panel.page.tsx',
    () => admin.maintenance,
    { intent: 'message', maintenanceMessage: 'Changed' },
    { intent: 'window', startsAt: '2999-01-01T08:00', endsAt: '' },
    { intent: 'cancel' },
    { intent: 'enable' },
  ),
  // While it is on.
  action('looks/look.page.tsx', () => admin.preview, {}),
  action('looks/stop-looking.page.tsx', () => paths.stopLooking, {}),
  {
    module: 'looks/preview-links.page.tsx',
    at: () => admin.previewLinks,
    forms: ({ links }) => [
      { intent: 'make', name: 'A client', endsAt: soon() },
      { intent: 'revoke', link: String(links) },
    ],
  },
  action('maintenance/maintenance-panel.page.tsx', () => admin.maintenance, { intent: 'disable' }),
  action('settings/settings.page.tsx', () => admin.settings, {
    acknowledgement: 'on',
    retentionMonths: '36',
    version: '1',
  }),
  action('manage-staff/change-role.page.tsx', (ids) => admin.changeRole(ids.staff), { role: 'editor', from: 'admin' }),
  {
    module: 'manage-staff/manage-staff.page.tsx',
    at: () => admin.staff,
    forms: ({ staff }) => [
      { intent: 'deactivate', account: String(staff) },
      { intent: 'reactivate', account: String(staff) },
      { intent: 'revoke', email: invitation.email },
    ],
  },
  action('manage-staff/invite-staff.page.tsx', () => admin.inviteStaff(), { email: 'new@example.com', role: 'viewer' }),
  action('manage-staff/remove-staff.page.tsx', (ids) => admin.removeStaff(ids.staff), {}),
  action('manage-staff/accept-invitation.page.tsx', () => admin.invitation(invitation.token), { newPassword: 'short' }),
  action('staff/account-sessions.page.tsx', () => admin.ownSessions, { session: 'others' }),
  action('staff/account.page.tsx', () => admin.account, {
    currentPassword: 'correct horse battery staple',
    newPassword: 'another horse battery staple',
  }),
  action(
    'second-factor/second-factor.page.tsx',
    () => admin.secondFactor,
    { intent: 'set-up', sealed: 'x', code: '123456' },
    { intent: 'codes' },
  ),
  action('second-factor/turn-off.page.tsx', () => admin.secondFactorOff, {}),
  action('second-factor/reset.page.tsx', (ids) => admin.resetSecondFactor(ids.staff), {}),
  // Where passkeys are is under a name: passkeys.test.ts, which has a site with one, makes, uses and attacks them.
  action('passkeys/sign-in-challenge.route.ts', () => admin.passkeySignInChallenge, {}),
  action('passkeys/sign-in.route.ts', () => admin.passkeySignIn, { credential: '{}' }),
  action('passkeys/add-challenge.route.ts', () => admin.passkeyChallenge, { name: 'Phone' }),
  action('passkeys/add.route.ts', () => admin.passkeys, { credential: '{}' }),
  action('passkeys/rename-passkey.page.tsx', (ids) => admin.renamePasskey(ids.passkeys), { name: 'Phone' }),
  action('passkeys/remove-passkey.page.tsx', (ids) => admin.removePasskey(ids.passkeys), {}),
  action('staff/logout.route.ts', () => paths.logout, {}),
];

/** Those of the admin area that change something, for whoever may. */
export const changingActions = actions.filter(
  ({ module }) =>
    /^(documents|services|history|page-content|messages|maintenance|looks|settings|manage-staff)\/(?!accept)/.test(
      module,
    ) || module.includes('account'),
);
