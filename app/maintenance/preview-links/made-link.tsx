import { useEffect, useRef } from 'react';

/** A link that was just made, this once. */
export function MadeLink({ name, address }: { name: string; address: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [address]);
  return (
    <section className="card border-l-accent grid gap-3 border-l-4 p-5" aria-labelledby="made-link">
      <h2 id="made-link" ref={heading} tabIndex={-1} className="text-lg">
        The link for {name}
      </h2>
      <p id="made-link-help">Copy it and give it to them. It is shown only now.</p>
      <input
        readOnly
        value={address}
        aria-labelledby="made-link"
        aria-describedby="made-link-help"
        className="control font-mono text-sm"
        onFocus={(event) => event.target.select()}
      />
    </section>
  );
}
