export { currentOf, lockedAt } from './lock.ts';
export { sheetOf } from './store.ts';
