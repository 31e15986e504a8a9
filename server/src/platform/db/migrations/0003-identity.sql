-- Many roles an account, forced and ageing passwords, inspection of one vehicle, tickets, and failed logins known to every node.

alter table role
  drop constraint role_name_key,
  -- of a role that every installation has; kept up to date at each start
  add column key text unique,
  -- who made it for whom; null: everybody's
  add column department_id integer references department (id),
  add column enabled boolean not null default true,
  add column remark text not null default '',
  add column version integer not null default 1;
create unique index role_name on role (department_id, name) nulls not distinct;
update role set key = 'superAdministrator', name = '超级管理员' where name = '系统管理员';

create table account_role (
  account_id integer not null references account (id) on delete cascade,
  role_id integer not null references role (id),
  primary key (account_id, role_id)
);
create index account_role_role on account_role (role_id);
insert into account_role (account_id, role_id) select id, role_id from account;

alter table account
  drop column role_id,
  add column email text,
  add column remark text not null default '',
  -- somebody else chose the password: it is to be changed at the next login
  add column must_change_password boolean not null default false,
  -- null: it does not age, as the shown one of a demo
  add column password_changed_at timestamptz default now();
update account set password_changed_at = null
where login_name = (select value ->> 'account' from setting where key = 'demo.login');

alter table session
  add constraint session_vehicle foreign key (vehicle_id) references vehicle (id) on delete cascade,
  add constraint session_holder check (
    (kind = 'user' and account_id is not null and vehicle_id is null)
    or (kind = 'inspection' and account_id is null and vehicle_id is not null));
create index session_of_vehicle on session (vehicle_id) where ended_at is null;
create index session_history on session (account_id, created_at desc);

create table vehicle_inspection (
  vehicle_id integer primary key references vehicle (id) on delete cascade,
  password_hash text not null,
  made_at timestamptz not null default now(),
  -- null: made with the demo
  made_by integer references account (id) on delete set null
);

-- A ticket signs in once; only its SHA-256 is kept.
create table login_ticket (
  hash bytea primary key,
  account_id integer not null references account (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_ticket_account on login_ticket (account_id);

-- Failed logins, by whatever name was tried, whether there is such an account or not. What is locked follows from them.
create table login_failure (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  name text not null,
  address text not null
);
create index login_failure_pair on login_failure (name, address, at);
create index login_failure_name on login_failure (name, at);
create index login_failure_at on login_failure (at);
