export { logOut } from '../ui/log-out.ts';
