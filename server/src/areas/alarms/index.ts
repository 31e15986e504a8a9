export { createDealing, type Deal, type Dealing } from './deal.ts';
