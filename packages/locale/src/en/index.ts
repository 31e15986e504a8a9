import { account } from './account.ts';
import { action } from './action.ts';
import { alarm } from './alarm.ts';
import { audit } from './audit.ts';
import { bar } from './bar.ts';
import { common } from './common.ts';
import { display } from './display.ts';
import { error } from './error.ts';
import { errorLog } from './errorLog.ts';
import { home } from './home.ts';
import { identity } from './identity.ts';
import { inspection } from './inspection.ts';
import { login } from './login.ts';
import { map } from './map.ts';
import { monitor } from './monitor.ts';
import { notices } from './notices.ts';
import { page } from './page.ts';
import { report } from './report.ts';
import { role } from './role.ts';
import { route } from './route.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { tags } from './tags.ts';
import { texts } from './texts.ts';

export const en = {
  account,
  action,
  alarm,
  audit,
  bar,
  common,
  display,
  error,
  errorLog,
  home,
  identity,
  inspection,
  login,
  map,
  monitor,
  notices,
  page,
  report,
  role,
  route,
  settings,
  shell,
  tags,
  texts,
};
