import { Link, type LinkProps } from '@remix-run/react';
import { buttonClass, type ButtonLook } from './button.tsx';

interface RouteButtonProps extends LinkProps {
  look?: ButtonLook;
}

/** A link in the staff area that looks like a button. */
export function RouteButton({ look, className, prefetch = 'intent', ...rest }: RouteButtonProps) {
  return <Link prefetch={prefetch} className={buttonClass(look, className)} {...rest} />;
}
