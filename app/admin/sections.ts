import {
  ClockIcon,
  Cog6ToothIcon,
  DocumentTextIcon,
  HomeIcon,
  InboxIcon,
  PencilSquareIcon,
  UsersIcon,
  WrenchScrewdriverIcon,
} from '@heroicons/react/24/outline';
import { paths } from '../paths.ts';
import { reaches, type Role } from '../accounts/staff.schema.ts';

interface Section {
  to: string;
  name: string;
  required: Role;
  /** Said while the section is being fetched. */
  loading: string;
  Icon: typeof HomeIcon;
}

/** The parts of the admin area, in the order of the sidebar. */
export const sections: readonly Section[] = [
  {
    to: paths.admin.dashboard,
    name: 'Dashboard Home',
    required: 'viewer',
    loading: 'Loading dashboard...',
    Icon: HomeIcon,
  },
  {
    to: paths.admin.services,
    name: 'Manage Services',
    required: 'editor',
    loading: 'Loading services...',
    Icon: WrenchScrewdriverIcon,
  },
  {
    to: paths.admin.documents,
    name: 'Manage Documents',
    required: 'editor',
    loading: 'Loading documents...',
    Icon: DocumentTextIcon,
  },
  {
    to: paths.admin.pages(),
    name: 'Manage Pages',
    required: 'editor',
    loading: 'Loading page content...',
    Icon: PencilSquareIcon,
  },
  {
    to: paths.admin.messages,
    name: 'View Messages',
    required: 'admin',
    loading: 'Loading messages...',
    Icon: InboxIcon,
  },
  {
    to: paths.admin.staff,
    name: 'Manage Staff',
    required: 'admin',
    loading: 'Loading staff...',
    Icon: UsersIcon,
  },
  {
    to: paths.admin.activity,
    name: 'Activity',
    required: 'admin',
    loading: 'Loading activity...',
    Icon: ClockIcon,
  },
  {
    to: paths.admin.settings,
    name: 'Settings',
    required: 'admin',
    loading: 'Loading settings...',
    Icon: Cog6ToothIcon,
  },
];

/** Those of them that a role may enter. */
export const sectionsFor = (role: Role): readonly Section[] =>
  sections.filter(({ required }) => reaches(role, required));

/** The first two steps of an address: `/admin/services` for all its dialogs, too. */
export const sectionPath = (pathname: string): string => pathname.split('/').slice(0, 3).join('/');

/** What is said while the page at an address is being fetched. */
export function loadingText(pathname: string, role: Role): string {
  const section = sectionPath(pathname);
  // for an admin the panel is part of that page, and the specification has words of its own for it
  if (section === paths.admin.dashboard && reaches(role, 'admin')) return 'Loading maintenance settings...';
  return sections.find(({ to }) => to === section)?.loading ?? 'Loading...';
}
