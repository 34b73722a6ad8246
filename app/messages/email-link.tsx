import type { ReactNode } from 'react';

interface EmailLinkProps {
  email: string;
  className?: string;
  /** What it shows; without it the address. */
  children?: ReactNode;
}

/** An address that opens the mail program; nothing in it can add a header such as a copy. */
export function EmailLink({ email, className = '', children = email }: EmailLinkProps) {
  return (
    <a
      href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}
      title={children === email ? undefined : email}
      className={`text-link wrap-anywhere underline ${className}`}
    >
      {children}
    </a>
  );
}
