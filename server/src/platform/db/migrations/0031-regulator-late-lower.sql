-- Positions that were stored when a platform may have been told newer ones: a row each, gone when it was taken. It refers to nothing:
-- it is written with the positions, and what is removed meanwhile must keep none of those out.
create table superior_late (
  id bigint generated always as identity primary key,
  superior_id integer not null,
  vehicle_id integer not null,
  gnss_at timestamptz not null
);
create unique index superior_late_once on superior_late (superior_id, vehicle_id, gnss_at);

-- Platforms below ours become records that people keep; nobody could enter any before.
delete from lower_platform;
alter table lower_platform
  alter column m1 drop default, alter column ia1 drop default, alter column ic1 drop default;
alter table lower_platform
  alter column user_id type text using user_id::text,
  alter column access_code type text using access_code::text,
  -- sealed, as the password
  alter column m1 type text using m1::text,
  alter column ia1 type text using ia1::text,
  alter column ic1 type text using ic1::text,
  drop column enabled,
  -- ENABLE_STATE
  add column state smallint not null default 1,
  -- LINK_STATE of the main link they open, and of the sub link we open back
  add column main_state smallint not null default 0,
  add column sub_state smallint not null default 0,
  add column link_since timestamptz,
  add column link_reason text,
  -- the last heartbeat
  add column last_at timestamptz,
  add column contact text,
  add column tel text,
  add column remark text,
  add column version integer not null default 1,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();
create unique index lower_platform_name on lower_platform (name);
create index lower_platform_department on lower_platform (department_id);
