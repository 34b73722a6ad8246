import { iconNames, type IconName } from './service.schema.ts';

/** What people call the thing on an icon or look for it by, besides its name. */
const words: Record<IconName, string> = {
  Search: 'find look magnifier magnifying glass inspect inspection investigation',
  FileText: 'document paper page report plan procedure method statement permit',
  Shield: 'safety protection guard security insurance cover',
  Wrench: 'spanner tool repair maintenance service mechanic equipment rigging shackle',
  AlertTriangle: 'warning danger hazard caution risk incident accident emergency sign',
  BarChart3: 'graph statistics numbers data analysis results performance',
  Users: 'people team crew staff group personnel training class',
  Target: 'aim goal mission bullseye precision accuracy',
  Phone: 'telephone call mobile contact',
  Mail: 'email letter envelope post message contact',
  Settings: 'gear options configuration machine',
  Cog: 'gear wheel machine mechanical engineering',
  CheckCircle: 'tick done approved passed compliance certificate inspection ok yes',
  Award: 'medal prize ribbon certificate certification quality qualification badge',
  Truck: 'lorry vehicle transport haulage delivery heavy load crane road',
  HardHat: 'helmet safety hat head protection ppe construction site worker supervisor supervision',
  Building2: 'office tower company construction city',
  Clipboard: 'checklist list assessment audit survey inspection form',
  Calculator: 'sums numbers load calculation weight engineering cost price quote',
  MapPin: 'location place site address port ship offshore marine visit',
  Clock: 'time hours watch schedule 24 urgent emergency',
  Zap: 'lightning power electric energy fast quick emergency',
  Eye: 'watch see supervision monitoring observe inspection view',
  Package: 'box parcel cargo freight load crate goods lifting ship shipping container',
  Hammer: 'tool construction building repair work',
  Gauge: 'meter dial pressure load cell speed measure measurement test testing',
  Lock: 'security padlock safe lockout private access',
  Briefcase: 'business consultancy consulting management work portfolio case',
  Factory: 'plant industry industrial petrochemical refinery oil gas manufacturing',
  ArrowUpDown: 'lift lifting lower hoist crane up down height elevator rigging',
};

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The icons that somebody looks for: first those with it in their name, then those that go by such words. */
export function findIcons(search: string): readonly IconName[] {
  const sought = search.split(/\s+/).map(plain).filter(Boolean);
  if (!sought.length) return search.trim() ? [] : iconNames;
  const isNamed = (name: IconName) => plain(name).includes(plain(search));
  const isMeant = (name: IconName) =>
    sought.every((word) => words[name].split(' ').some((each) => each.startsWith(word)));
  return [...iconNames.filter(isNamed), ...iconNames.filter((name) => !isNamed(name) && isMeant(name))];
}
