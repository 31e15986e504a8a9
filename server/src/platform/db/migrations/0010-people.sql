-- Users and roles as operators keep them.

alter table account
  -- until then nobody signs in with it
  add column valid_from timestamptz,
  add column updated_at timestamptz not null default now(),
  -- a record is entered before its password is: no password fits this
  alter column password_hash set default '';
create index account_user_name on account (user_name);
create index account_department on account (department_id);
create index account_created on account (created_at, id);

alter table role
  -- whose accounts it is for; null: any, as of every role without a department
  add column client_type smallint check (client_type in (4, 7)),
  add column updated_at timestamptz not null default now(),
  alter column remark drop not null;
update role set client_type = 4 where department_id is not null;
-- roles of one name side by side, where one is for the accounts of the other console
drop index role_name;
create unique index role_name on role (department_id, client_type, name) nulls not distinct;
alter table account alter column remark drop not null;

create index login_log_account on login_log (account_id, at desc);
create index login_log_name on login_log (lower(login_name), at desc);
