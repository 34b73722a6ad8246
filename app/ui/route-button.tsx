import { Link, type LinkProps } from '@remix-run/react';
import { buttonClass, type ButtonLook } from './button.tsx';

interface RouteButtonProps extends LinkProps {
  look?: ButtonLook;
}

/** A link within the staff area that looks like a button; its page is fetched ahead when somebody points at it. */
export function RouteButton({ look, className, prefetch = 'intent', ...rest }: RouteButtonProps) {
  return <Link prefetch={prefetch} className={buttonClass(look, className)} {...rest} />;
}
