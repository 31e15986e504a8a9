import { common } from './common.ts';
import { error } from './error.ts';
import { field } from './field.ts';
import { identity } from './identity.ts';
import { login } from './login.ts';
import { monitor } from './monitor.ts';
import { page } from './page.ts';
import { shell } from './shell.ts';
import { table } from './table.ts';
import { unit } from './unit.ts';

/** Texts of the pages before login: their only language pack. */
export const entrance = {
  common,
  error,
  field,
  identity,
  login,
  monitor,
  page,
  shell,
  table,
  unit,
} as const;
