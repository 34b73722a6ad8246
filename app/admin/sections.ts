import {
  ClockIcon,
  Cog6ToothIcon,
  DocumentTextIcon,
  HomeIcon,
  InboxIcon,
  PencilSquareIcon,
  PhotoIcon,
  UsersIcon,
  WrenchScrewdriverIcon,
} from '@heroicons/react/24/outline';
import { paths } from '../paths.ts';
import { reaches, type Role } from '../accounts/staff.schema.ts';

const { admin } = paths;

export const sections = [
  { to: admin.dashboard, name: 'Dashboard Home', required: 'viewer', loading: 'dashboard', Icon: HomeIcon },
  { to: admin.services, name: 'Manage Services', required: 'editor', loading: 'services', Icon: WrenchScrewdriverIcon },
  { to: admin.documents, name: 'Manage Documents', required: 'editor', loading: 'documents', Icon: DocumentTextIcon },
  { to: admin.projects, name: 'Manage Projects', required: 'editor', loading: 'projects', Icon: PhotoIcon },
  { to: admin.pages(), name: 'Manage Pages', required: 'editor', loading: 'page content', Icon: PencilSquareIcon },
  { to: admin.messages, name: 'View Messages', required: 'admin', loading: 'messages', Icon: InboxIcon },
  { to: admin.staff, name: 'Manage Staff', required: 'admin', loading: 'staff', Icon: UsersIcon },
  { to: admin.activity, name: 'Activity', required: 'admin', loading: 'activity', Icon: ClockIcon },
  { to: admin.settings, name: 'Settings', required: 'admin', loading: 'settings', Icon: Cog6ToothIcon },
] satisfies { to: string; name: string; required: Role; loading: string; Icon: typeof HomeIcon }[];

export const sectionsFor = (role: Role) => sections.filter(({ required }) => reaches(role, required));

/** `/admin/services` for all its dialogs, too. */
export const sectionPath = (pathname: string): string => pathname.split('/').slice(0, 3).join('/');

export function loadingText(pathname: string, role: Role): string {
  const section = sectionPath(pathname);
  // For admins the panel is part of the page, and the specification has words of its own for it.
  if (section === paths.admin.dashboard && reaches(role, 'admin')) return 'Loading maintenance settings...';
  const what = sections.find(({ to }) => to === section)?.loading;
  return what ? `Loading ${what}...` : 'Loading...';
}
