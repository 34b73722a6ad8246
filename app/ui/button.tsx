import { forwardRef, type AnchorHTMLAttributes, type ButtonHTMLAttributes, type MouseEvent } from 'react';

export type ButtonLook = 'primary' | 'secondary' | 'light' | 'quiet' | 'danger';

const looks: Record<ButtonLook, string> = {
  primary: 'btn btn-primary',
  secondary: 'btn btn-secondary',
  light: 'btn btn-light',
  quiet: 'btn btn-quiet',
  danger: 'btn btn-danger',
};

/** The class names of a button look, for elements that are no buttons of these. */
export function buttonClass(look: ButtonLook = 'secondary', className = ''): string {
  return className ? `${looks[look]} ${className}` : looks[look];
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  /** What it does is being done: it takes no press. It keeps the keyboard, which a button that is switched off would lose. */
  isBusy?: boolean;
}

/** A button; it is of type `button` unless told otherwise, so that it never submits a form by accident. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { look, className, isBusy, type = 'button', ...rest },
  ref,
) {
  // Enter in a field of its form presses it as well.
  const busy = isBusy ? { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() } : null;
  return <button ref={ref} type={type} className={buttonClass(look, className)} {...rest} {...busy} />;
});

interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  look?: ButtonLook;
}

/** A link to a document that looks like a button. */
export function ButtonLink({ look, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a className={buttonClass(look, className)} {...rest}>
      {children}
    </a>
  );
}
