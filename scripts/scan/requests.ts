/** One address with parameters to try: those of its query (a star marks one in the path) and of its form. */
export interface Asked {
  name: string;
  path: string;
  data?: Record<string, string>;
}

/** What a visitor can send. */
export const publicRequests: Asked[] = [
  { name: 'dialog of a document', path: '/about?document=1' },
  { name: 'document', path: '/documents/1*' },
  { name: 'sent form', path: '/contact-form?sent=1' },
  {
    name: 'contact form',
    path: '/contact-form',
    data: {
      fullName: 'Anja Ramdin',
      companyName: 'Ramdin',
      email: 'anja@example.com',
      phone: '555',
      subject: 'Tandem lift',
      message: 'A process column of 42 t.',
      serviceType: 'general',
      preferredContact: 'phone',
      consent: 'on',
      formId: 'f',
    },
  },
  { name: 'sign-in', path: '/admin/login', data: { email: 'a@example.com', password: 'b' } },
  { name: 'sign-in code', path: '/admin/login/code', data: { code: '123456' } },
  { name: 'forgotten password', path: '/admin/forgot', data: { email: 'a@example.com' } },
  { name: 'link of a mail', path: '/admin/reset/a*', data: { newPassword: 'new and long enough' } },
  { name: 'invitation', path: '/admin/invite/a*' },
  { name: 'theme', path: '/theme', data: { theme: 'dark' } },
  { name: 'session', path: '/admin/session', data: { any: '1' } },
  { name: 'sign-out', path: '/logout', data: { any: '1' } },
];

/** What an admin can send besides. */
export const adminRequests: Asked[] = [
  { name: 'texts of a page', path: '/admin/pages?tab=home&edit=1' },
  { name: 'save a text', path: '/admin/pages?tab=home&edit=1', data: { contentValue: 'Text', version: '1' } },
  { name: 'messages', path: '/admin/messages?unread=1&read=1' },
  { name: 'mark messages', path: '/admin/messages', data: { intent: 'read', message: '1' } },
  { name: 'message', path: '/admin/messages/1*' },
  { name: 'send a notification again', path: '/admin/messages/1', data: { intent: 'send-again' } },
  { name: 'export', path: '/admin/messages/export.csv?started=a' },
  { name: 'new service', path: '/admin/services/new', data: { title: 'Rigging', content: 'All of it', icon: 'Truck' } },
  {
    name: 'edit a service',
    path: '/admin/services/1/edit',
    data: { title: 'Rigging', content: 'All of it', icon: 'Truck', version: '1' },
  },
  { name: 'service by id', path: '/admin/services/1*/edit' },
  { name: 'delete a service', path: '/admin/services/1/delete', data: { version: '9' } },
  { name: 'move a service', path: '/admin/services', data: { id: '1', before: '2' } },
  {
    name: 'upload', // without a file, so nothing is kept: what is tried are the fields around it
    path: '/admin/documents/new',
    data: { title: 'Certificate', description: '', displayOrder: '0', formId: 'f', file: '' },
  },
  {
    name: 'edit a document',
    path: '/admin/documents/1/edit',
    data: { title: 'Certificate', description: '', displayOrder: '0', version: '1' },
  },
  { name: 'delete a document', path: '/admin/documents/1/delete', data: { version: '9' } },
  { name: 'sidebar', path: '/admin?index', data: { sidebar: 'collapsed' } },
  { name: 'maintenance', path: '/admin/maintenance', data: { intent: 'message', maintenanceMessage: 'Soon' } },
  { name: 'activity', path: '/admin/activity?who=a%40example.com&kind=services&from=2026-01-01&to=2030-12-31' },
  { name: 'staff after', path: '/admin/staff?after=a%40example.com' },
  { name: 'change an account', path: '/admin/staff', data: { intent: 'reactivate', account: '1' } },
  { name: 'invite', path: '/admin/staff/invite', data: { email: 'a@example.com', role: 'viewer' } },
  { name: 'account by id', path: '/admin/staff/1*/role', data: { role: 'viewer', from: 'admin' } },
  { name: 'settings', path: '/admin/settings', data: { retentionMonths: '', version: '0' } },
  { name: 'end a session', path: '/admin/account/sessions', data: { session: '1', password: 'wrong' } },
  { name: 'passkey by id', path: '/admin/account/passkeys/1*/rename', data: { name: 'Phone' } },
  { name: 'password', path: '/admin/account', data: { currentPassword: 'wrong', newPassword: 'new and long enough' } },
];
