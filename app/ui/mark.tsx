import { palette } from '../schemas/colours.ts';

export function Mark({ className = 'size-11' }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 64 64"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeWidth="5.5"
    >
      <circle cx="32" cy="8.5" r="4.75" strokeWidth="4.5" />
      <path d="M29.4 17.6 10.6 50.2M34.6 17.6 53.4 50.2" />
      <path d="M32 25.5V32c3.9.9 6.4 3.9 6.4 7.6a6.4 6.4 0 0 1-12.8 0" strokeWidth="5" />
      <rect x="3" y="53.5" width="58" height="8" rx="1.6" fill={palette.amber500} stroke="none" />
    </svg>
  );
}
