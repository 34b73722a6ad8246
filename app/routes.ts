import { index, layout, route, type RouteConfig } from '@remix-run/route-config';

/** The address table: every URL that Remix answers and the file that answers it. */
export default [
  layout('site/site.layout.tsx', [
    index('site/home.page.tsx'),
    route('about', 'site/about.page.tsx'),
    route('services', 'services/services.page.tsx'),
    route('services/lift-planning', 'site/lift-planning.page.tsx'),
    route('contact', 'contact/contact.page.tsx'),
    route('contact-form', 'contact/contact-form.page.tsx'),
    route('portfolio', 'site/portfolio.page.tsx'),
    route('sitemap', 'site/sitemap.page.tsx'),
    route('privacy-terms', 'site/privacy-terms.page.tsx'),
    route('*', 'site/not-found.page.tsx'),
  ]),

  route('sitemap.xml', 'site/sitemap-xml.route.ts'),
  route('robots.txt', 'site/robots-txt.route.ts'),
  route('speculation-rules.json', 'site/speculation-rules.route.ts'),
  route('site.webmanifest', 'site/webmanifest.route.ts'),
  route('documents/:filePath/*', 'documents/file.route.ts'),
  route('theme', 'site/theme.page.tsx'),
  route('logout', 'staff/logout.route.ts'),

  route('admin/login', 'staff/login.page.tsx'),
  route('admin/login/code', 'second-factor/login-code.page.tsx'),
  route('admin/session', 'staff/session.route.ts'),
  route('admin/invite/:token', 'manage-staff/accept-invitation.page.tsx'),
  route('admin/forgot', 'recovery/forgot.page.tsx'),
  route('admin/reset/:token', 'recovery/reset.page.tsx'),
  route('admin/login/passkey', 'passkeys/sign-in.route.ts'),
  route('admin/login/passkey/challenge', 'passkeys/sign-in-challenge.route.ts'),
  route('admin/account/passkeys', 'passkeys/add.route.ts'),
  route('admin/account/passkeys/challenge', 'passkeys/add-challenge.route.ts'),
  route('admin/messages/:id/files/:fileId', 'enquiry-files/file.route.ts'),
  route('admin/messages/export.csv', 'messages/export.route.ts'),
  route('admin/messages/person.json', 'messages/person-export.route.ts'),
  route('admin', 'admin/admin.layout.tsx', [
    index('admin/index.route.ts'),
    route('dashboard', 'admin/dashboard.page.tsx'),
    route('maintenance', 'maintenance/maintenance-panel.page.tsx'),
    route('account', 'staff/account.page.tsx', [
      route('passkeys/:id/rename', 'passkeys/rename-passkey.page.tsx'),
      route('passkeys/:id/remove', 'passkeys/remove-passkey.page.tsx'),
    ]),
    route('account/sessions', 'staff/account-sessions.page.tsx'),
    route('account/second-factor', 'second-factor/second-factor.page.tsx', [
      route('off', 'second-factor/turn-off.page.tsx'),
    ]),
    route('services', 'services/manage-services.page.tsx', [
      route('new', 'services/new-service.page.tsx'),
      route(':id/edit', 'services/edit-service.page.tsx'),
      route(':id/delete', 'services/delete-service.page.tsx'),
    ]),
    route('documents', 'documents/manage-documents.page.tsx', [
      route('new', 'documents/new-document.page.tsx'),
      route(':id/edit', 'documents/edit-document.page.tsx'),
      route(':id/delete', 'documents/delete-document.page.tsx'),
    ]),
    route('pages', 'page-content/manage-pages.page.tsx'),
    route('messages/person', 'messages/person.page.tsx'),
    route('messages', 'messages/messages.page.tsx', [route(':id', 'messages/message.page.tsx')]),
    route('staff', 'manage-staff/manage-staff.page.tsx', [
      route('invite', 'manage-staff/invite-staff.page.tsx'),
      route(':id/role', 'manage-staff/change-role.page.tsx'),
      route(':id/remove', 'manage-staff/remove-staff.page.tsx'),
      route(':id/second-factor', 'second-factor/reset.page.tsx'),
    ]),
    route('activity', 'activity/activity.page.tsx'),
    route('settings', 'settings/settings.page.tsx'),
    route('*', 'admin/not-found.page.tsx'),
  ]),
] satisfies RouteConfig;
