import type { RoutePath } from './routes.ts';

/** Pages of the reports that are served, and their numbers. One whose facts nothing brings yet is not here, and so in no menu. */
export const reportPages = {
  '/report/basicstatementreport/vehicleOnlineRate': 401001,
} as const satisfies Readonly<Partial<Record<RoutePath, number>>>;
