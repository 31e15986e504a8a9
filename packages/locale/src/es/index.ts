import { action } from './action.ts';
import { alarm } from './alarm.ts';
import { common } from './common.ts';
import { display } from './display.ts';
import { error } from './error.ts';
import { identity } from './identity.ts';
import { map } from './map.ts';
import { monitor } from './monitor.ts';
import { page } from './page.ts';
import { report } from './report.ts';
import { shell } from './shell.ts';
import { texts } from './texts.ts';

export const es = {
  action,
  alarm,
  common,
  display,
  error,
  identity,
  map,
  monitor,
  page,
  report,
  shell,
  texts,
};
