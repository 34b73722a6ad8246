import { forwardRef, type ReactNode } from 'react';

interface CardProps {
  id: string;
  title: ReactNode;
  text?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** A ref is of its heading, to which the focus can go. */
export const Card = forwardRef<HTMLHeadingElement, CardProps>(({ id, title, text, className, children }, heading) => (
  <section className={`card p-5 ${className ?? ''}`} aria-labelledby={id}>
    <div>
      <h2 id={id} ref={heading} tabIndex={heading ? -1 : undefined} className="text-lg">
        {title}
      </h2>
      {text ? <p className="text-muted mt-1 wrap-anywhere">{text}</p> : null}
    </div>
    {children}
  </section>
));
