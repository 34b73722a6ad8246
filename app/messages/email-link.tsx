/** An address that opens the mail program; nothing in it can add a header such as a copy. */
export function EmailLink({ email, className = '' }: { email: string; className?: string }) {
  return (
    <a
      href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}
      className={`text-link wrap-anywhere underline ${className}`}
    >
      {email}
    </a>
  );
}
