import { account } from './account.ts';
import { action } from './action.ts';
import { agent } from './agent.ts';
import { alarm } from './alarm.ts';
import { auditAction } from './auditAction.ts';
import { auditArea } from './auditArea.ts';
import { bar } from './bar.ts';
import { common } from './common.ts';
import { department } from './department.ts';
import { dept } from './dept.ts';
import { display } from './display.ts';
import { driver } from './driver.ts';
import { enumeration } from './enumeration.ts';
import { error } from './error.ts';
import { errorLog } from './errorLog.ts';
import { field } from './field.ts';
import { form } from './form.ts';
import { forward } from './forward.ts';
import { home } from './home.ts';
import { identity } from './identity.ts';
import { inspection } from './inspection.ts';
import { login } from './login.ts';
import { map } from './map.ts';
import { monitor } from './monitor.ts';
import { notices } from './notices.ts';
import { operations } from './operations.ts';
import { operator } from './operator.ts';
import { page } from './page.ts';
import { platforms } from './platforms.ts';
import { quota } from './quota.ts';
import { report } from './report.ts';
import { resource } from './resource.ts';
import { role } from './role.ts';
import { route } from './route.ts';
import { rule } from './rule.ts';
import { search } from './search.ts';
import { sessionEnd } from './sessionEnd.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { superior } from './superior.ts';
import { table } from './table.ts';
import { tableFile } from './tableFile.ts';
import { tags } from './tags.ts';
import { tasks } from './tasks.ts';
import { texts } from './texts.ts';
import { use } from './use.ts';
import { vehiclePicker } from './vehiclePicker.ts';

export const ja = {
  account,
  action,
  agent,
  alarm,
  auditAction,
  auditArea,
  bar,
  common,
  department,
  dept,
  display,
  driver,
  enumeration,
  error,
  errorLog,
  field,
  form,
  forward,
  home,
  identity,
  inspection,
  login,
  map,
  monitor,
  notices,
  operations,
  operator,
  page,
  platforms,
  quota,
  report,
  resource,
  role,
  route,
  rule,
  search,
  sessionEnd,
  sessions,
  settings,
  shell,
  superior,
  table,
  tableFile,
  tags,
  tasks,
  texts,
  use,
  vehiclePicker,
};
