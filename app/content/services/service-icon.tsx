import * as lucide from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

/** Each icon by the name that a service stores, with the words that find it. */
export const icons = {
  Search: [lucide.Search, 'find look magnifier magnifying glass inspect inspection investigation'],
  FileText: [lucide.FileText, 'document paper page report plan procedure method statement permit'],
  Shield: [lucide.Shield, 'safety protection guard security insurance cover'],
  Wrench: [lucide.Wrench, 'spanner tool repair maintenance service mechanic equipment rigging shackle'],
  AlertTriangle: [lucide.AlertTriangle, 'warning danger hazard caution risk incident accident emergency sign'],
  BarChart3: [lucide.BarChart3, 'graph statistics numbers data analysis results performance'],
  Users: [lucide.Users, 'people team crew staff group personnel training class'],
  Target: [lucide.Target, 'aim goal mission bullseye precision accuracy'],
  Phone: [lucide.Phone, 'telephone call mobile contact'],
  Mail: [lucide.Mail, 'email letter envelope post message contact'],
  Settings: [lucide.Settings, 'gear options configuration machine'],
  Cog: [lucide.Cog, 'gear wheel machine mechanical engineering'],
  CheckCircle: [lucide.CheckCircle, 'tick done approved passed compliance certificate inspection ok yes'],
  Award: [lucide.Award, 'medal prize ribbon certificate certification quality qualification badge'],
  Truck: [lucide.Truck, 'lorry vehicle transport haulage delivery heavy load crane road'],
  HardHat: [lucide.HardHat, 'helmet safety hat head protection ppe construction site worker supervisor supervision'],
  Building2: [lucide.Building2, 'office tower company construction city'],
  Clipboard: [lucide.Clipboard, 'checklist list assessment audit survey inspection form'],
  Calculator: [lucide.Calculator, 'sums numbers load calculation weight engineering cost price quote'],
  MapPin: [lucide.MapPin, 'location place site address port ship offshore marine visit'],
  Clock: [lucide.Clock, 'time hours watch schedule 24 urgent emergency'],
  Zap: [lucide.Zap, 'lightning power electric energy fast quick emergency'],
  Eye: [lucide.Eye, 'watch see supervision monitoring observe inspection view'],
  Package: [lucide.Package, 'box parcel cargo freight load crate goods lifting ship shipping container'],
  Hammer: [lucide.Hammer, 'tool construction building repair work'],
  Gauge: [lucide.Gauge, 'meter dial pressure load cell speed measure measurement test testing'],
  Lock: [lucide.Lock, 'security padlock safe lockout private access'],
  Briefcase: [lucide.Briefcase, 'business consultancy consulting management work portfolio case'],
  Factory: [lucide.Factory, 'plant industry industrial petrochemical refinery oil gas manufacturing'],
  ArrowUpDown: [lucide.ArrowUpDown, 'lift lifting lower hoist crane up down height elevator rigging'],
} satisfies Record<string, [drawing: LucideIcon, words: string]>;
export type IconName = keyof typeof icons;
export const iconNames = Object.keys(icons) as IconName[];

const isIconName = (name: string | null): name is IconName => name !== null && Object.hasOwn(icons, name);

export function ServiceIcon({ name, className }: { name: string | null; className?: string }) {
  const [Drawing] = icons[isIconName(name) ? name : 'Search'];
  return <Drawing aria-hidden className={className} strokeWidth={1.5} />;
}
