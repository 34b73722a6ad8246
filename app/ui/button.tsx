import { forwardRef, type ButtonHTMLAttributes, type ComponentProps, type MouseEvent } from 'react';
import { Link, type LinkProps } from '@remix-run/react';

const looks = {
  primary: 'btn btn-primary',
  secondary: 'btn btn-secondary',
  light: 'btn btn-light',
  quiet: 'btn btn-quiet',
  danger: 'btn btn-danger',
};
type ButtonLook = keyof typeof looks;

export const buttonClass = (look: ButtonLook = 'secondary', className = ''): string =>
  className ? `${looks[look]} ${className}` : looks[look];

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  /** Ignores presses but keeps the keyboard focus, which a disabled button would lose. */
  isBusy?: boolean;
}

/** Of type `button` by default, so that it never submits a form by accident. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { look, className, isBusy, type = 'button', ...rest },
  ref,
) {
  // Enter in a field presses it as well.
  const busy = isBusy ? { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() } : null;
  return <button ref={ref} type={type} className={buttonClass(look, className)} {...rest} {...busy} />;
});

export const SubmitButton = ({ isBusy, children }: Pick<ButtonProps, 'isBusy' | 'children'>) => (
  <Button type="submit" look="primary" isBusy={isBusy}>
    {children}
  </Button>
);

type WithLook<Props> = Props & { look?: ButtonLook };

export const ButtonLink = ({ look, className, children, ...rest }: WithLook<ComponentProps<'a'>>) => (
  <a className={buttonClass(look, className)} {...rest}>
    {children}
  </a>
);

export const RouteButton = ({ look, className, prefetch = 'intent', ...rest }: WithLook<LinkProps>) => (
  <Link prefetch={prefetch} className={buttonClass(look, className)} {...rest} />
);
