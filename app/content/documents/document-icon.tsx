import { DocumentTextIcon, ShieldCheckIcon, ViewfinderCircleIcon } from '@heroicons/react/24/outline';

export function DocumentIcon({ title, className }: { title: string; className?: string }) {
  const Icon = iconFor(title.toLowerCase());
  return <Icon aria-hidden className={className} />;
}

function iconFor(title: string) {
  if (title.includes('profile') || title.includes('company')) return DocumentTextIcon;
  if (title.includes('safety') || title.includes('h.s.e')) return ShieldCheckIcon;
  if (title.includes('mission')) return ViewfinderCircleIcon; // heroicons' target
  return DocumentTextIcon;
}
