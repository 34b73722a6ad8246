import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from '@remix-run/react';

export type ButtonLook = 'primary' | 'secondary' | 'light' | 'quiet' | 'danger';

const looks: Record<ButtonLook, string> = {
  primary: 'btn btn-primary',
  secondary: 'btn btn-secondary',
  light: 'btn btn-light',
  quiet: 'btn btn-quiet',
  danger: 'btn btn-danger',
};

/** The class names of a button look, for elements that are neither `<Button>` nor `<ButtonLink>`. */
export function buttonClass(look: ButtonLook = 'secondary', className = ''): string {
  return className ? `${looks[look]} ${className}` : looks[look];
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
}

/** A button; it is of type `button` unless told otherwise, so that it never submits a form by accident. */
export function Button({ look, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

interface ButtonLinkProps extends LinkProps {
  look?: ButtonLook;
}

/** A link that looks like a button; its page is fetched ahead when the visitor points at it. */
export function ButtonLink({ look, className, prefetch = 'intent', ...rest }: ButtonLinkProps) {
  return <Link prefetch={prefetch} className={buttonClass(look, className)} {...rest} />;
}
