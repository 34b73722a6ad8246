import type { LucideIcon } from 'lucide-react';
import {
  AlertTriangle,
  ArrowUpDown,
  Award,
  BarChart3,
  Briefcase,
  Building2,
  Calculator,
  CheckCircle,
  Clipboard,
  Clock,
  Cog,
  Eye,
  Factory,
  FileText,
  Gauge,
  Hammer,
  HardHat,
  Lock,
  Mail,
  MapPin,
  Package,
  Phone,
  Search,
  Settings,
  Shield,
  Target,
  Truck,
  Users,
  Wrench,
  Zap,
} from 'lucide-react';
import type { IconName } from './service.schema.ts';

/** The drawings of the fixed icon set, by the name a service stores. */
const drawings: Record<IconName, LucideIcon> = {
  Search,
  FileText,
  Shield,
  Wrench,
  AlertTriangle,
  BarChart3,
  Users,
  Target,
  Phone,
  Mail,
  Settings,
  Cog,
  CheckCircle,
  Award,
  Truck,
  HardHat,
  Building2,
  Clipboard,
  Calculator,
  MapPin,
  Clock,
  Zap,
  Eye,
  Package,
  Hammer,
  Gauge,
  Lock,
  Briefcase,
  Factory,
  ArrowUpDown,
};

const isIconName = (name: string | null): name is IconName => name !== null && Object.hasOwn(drawings, name);

/** The icon of a service; the search icon stands in for an absent or unknown name. Decorative: the title names it. */
export function ServiceIcon({ name, className }: { name: string | null; className?: string }) {
  const Drawing = isIconName(name) ? drawings[name] : Search;
  return <Drawing aria-hidden className={className} strokeWidth={1.5} />;
}
