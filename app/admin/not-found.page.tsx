/** An unknown address below /admin: 404 for staff, the login page for everyone else. */
export { refuseStaffPage as loader } from '../accounts/guards.server.ts';

export default () => null;
