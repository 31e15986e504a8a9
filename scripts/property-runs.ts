/** Share of the runs of pure codec and geometry properties: 0.2 by default, 1 in `npm run test:long`. */
const SCALE = Number(process.env['FC_SCALE'] ?? 0.2);
const MIN_RUNS = 20;

if (!(SCALE > 0)) throw new Error(`FC_SCALE must be a positive number: ${process.env['FC_SCALE']}`);

/** Number of runs of a pure property that has `full` runs in the long test run. Do not use it where runs share a database or a state. */
export const propertyRuns = (full: number): number => Math.max(Math.min(full, MIN_RUNS), Math.round(full * SCALE));
