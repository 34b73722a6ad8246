/** An address with parameters to attack: those of its query (a star marks one in the path) and of its form. */
export type Asked = [name: string, path: string, form?: string];

export const publicRequests: Asked[] = [
  ['dialog of a document', '/about?document=1'],
  ['document', '/documents/1*'],
  ['sent form', '/contact-form?sent=1'],
  [
    'contact form',
    '/contact-form',
    'fullName=Anja Ramdin&companyName=Ramdin&email=anja@example.com&phone=555&subject=Tandem lift&message=A process column of 42 t.&serviceType=general&preferredContact=phone&consent=on&formId=f',
  ],
  ['sign-in', '/admin/login', 'email=a@example.com&password=b'],
  ['sign-in code', '/admin/login/code', 'code=123456'],
  ['forgotten password', '/admin/forgot', 'email=a@example.com'],
  ['link of a mail', '/admin/reset/a*', 'newPassword=new and long enough'],
  ['invitation', '/admin/invite/a*'],
  ['theme', '/theme', 'theme=dark'],
  ['session', '/admin/session', 'any=1'],
  ['sign-out', '/logout', 'any=1'],
];

export const adminRequests: Asked[] = [
  ['texts of a page', '/admin/pages?tab=home&edit=1'],
  ['save a text', '/admin/pages?tab=home&edit=1', 'contentValue=Text&version=1'],
  ['messages', '/admin/messages?unread=1&read=1'],
  ['mark messages', '/admin/messages', 'intent=read&message=1'],
  ['message', '/admin/messages/1*'],
  ['send a notification again', '/admin/messages/1', 'intent=send-again'],
  ['export', '/admin/messages/export.csv?started=a'],
  ['new service', '/admin/services/new', 'title=Rigging&content=All of it&icon=Truck'],
  ['edit a service', '/admin/services/1/edit', 'title=Rigging&content=All of it&icon=Truck&version=1'],
  ['service by id', '/admin/services/1*/edit'],
  ['delete a service', '/admin/services/1/delete', 'version=9'],
  ['move a service', '/admin/services', 'id=1&before=2'],
  // Without a file, so that nothing is stored: the scanner attacks the other fields.
  ['upload', '/admin/documents/new', 'title=Certificate&description=&displayOrder=0&formId=f&file='],
  ['edit a document', '/admin/documents/1/edit', 'title=Certificate&description=&displayOrder=0&version=1'],
  ['replace a file', '/admin/documents/1/file', 'version=1&file='],
  ['delete a document', '/admin/documents/1/delete', 'version=9'],
  ['sidebar', '/admin?index', 'sidebar=collapsed'],
  ['maintenance', '/admin/maintenance', 'intent=message&maintenanceMessage=Soon'],
  ['activity', '/admin/activity?who=a%40example.com&kind=services&from=2026-01-01&to=2030-12-31'],
  ['staff after', '/admin/staff?after=a%40example.com'],
  ['change an account', '/admin/staff', 'intent=reactivate&account=1'],
  ['invite', '/admin/staff/invite', 'email=a@example.com&role=viewer'],
  ['account by id', '/admin/staff/1*/role', 'role=viewer&from=admin'],
  ['settings', '/admin/settings', 'retentionMonths=&version=0'],
  ['end a session', '/admin/account?sessions=1', 'session=1&password=wrong'],
  ['passkey by id', '/admin/account/passkeys/1*/remove', 'password=wrong'],
  ['password', '/admin/account', 'currentPassword=wrong&newPassword=new and long enough'],
];
