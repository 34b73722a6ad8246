import { RouteButton } from './button.tsx';

interface PagerProps {
  label: string;
  className?: string;
  links: readonly ({ name: string; to: string; rel?: string } | null)[];
}

/** Links to other pages of a list, as far as there are any. */
export function Pager({ label, className = '', links }: PagerProps) {
  const there = links.filter((link) => link !== null);
  if (!there.length) return null;
  return (
    <nav aria-label={label} className={`flex flex-wrap justify-end gap-2 ${className}`}>
      {there.map(({ name, to, rel }) => (
        <RouteButton key={name} to={to} rel={rel} className="btn-small">
          {name}
        </RouteButton>
      ))}
    </nav>
  );
}
