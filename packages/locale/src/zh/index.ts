import { account } from './account.ts';
import { action } from './action.ts';
import { alarm } from './alarm.ts';
import { common } from './common.ts';
import { error } from './error.ts';
import { identity } from './identity.ts';
import { inspection } from './inspection.ts';
import { login } from './login.ts';
import { map } from './map.ts';
import { monitor } from './monitor.ts';
import { page } from './page.ts';
import { report } from './report.ts';
import { shell } from './shell.ts';

/** Chinese, the first language: its shape is the shape of all. One file an area. */
export const zh = {
  account,
  action,
  alarm,
  common,
  error,
  identity,
  inspection,
  login,
  map,
  monitor,
  page,
  report,
  shell,
} as const;
