import { redirect } from '@remix-run/node';
import { paths } from '../paths.ts';

/** Password managers ask for it: https://w3c.github.io/webappsec-change-password-url/ */
export const loader = () => redirect(paths.admin.account);
