import { action } from './action.ts';
import { alarm } from './alarm.ts';
import { common } from './common.ts';
import { error } from './error.ts';
import { form } from './form.ts';
import { identity } from './identity.ts';
import { map } from './map.ts';
import { monitor } from './monitor.ts';
import { operations } from './operations.ts';
import { page } from './page.ts';
import { report } from './report.ts';
import { search } from './search.ts';
import { sessions } from './sessions.ts';
import { shell } from './shell.ts';
import { table } from './table.ts';

export const en = {
  action,
  alarm,
  common,
  error,
  identity,
  map,
  monitor,
  page,
  report,
  shell,
  form,
  operations,
  search,
  sessions,
  table,
};
