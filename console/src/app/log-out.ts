export { logOut } from '../shared/log-out.ts';
