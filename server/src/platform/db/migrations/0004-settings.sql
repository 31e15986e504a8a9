-- What people set: for the platform, for a department and everything below it, or for one account.

create table setting_value (
  -- neither: the platform's
  department_id integer references department (id) on delete cascade,
  account_id integer references account (id) on delete cascade,
  key text not null,
  -- a secret is {"sealed": "..."}, readable with SECRET_KEY alone
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by integer references account (id) on delete set null,
  check (department_id is null or account_id is null)
);
create unique index setting_value_key on setting_value (department_id, account_id, key) nulls not distinct;
create index setting_value_account on setting_value (account_id) where account_id is not null;

-- Counts the saves of a scope: who saves names the one they saw.
create table setting_version (
  department_id integer references department (id) on delete cascade,
  version integer not null,
  updated_at timestamptz not null default now(),
  updated_by integer references account (id) on delete set null
);
create unique index setting_version_scope on setting_version (department_id) nulls not distinct;

create table logo (
  department_id integer references department (id) on delete cascade,
  -- SHA-256 of the image, hex: names it in its address
  hash text not null,
  content_type text not null,
  image bytea not null,
  updated_at timestamptz not null default now(),
  updated_by integer references account (id) on delete set null
);
create unique index logo_scope on logo (department_id) nulls not distinct;
create index logo_hash on logo (hash);

insert into setting_value (department_id, key, value)
select id, 'platName', to_jsonb(platform_name) from department where platform_name <> '';
-- what everybody saw who came without a department
insert into setting_value (key, value)
select 'platName', to_jsonb(platform_name) from department
where platform_name <> '' and parent_id is null and kind = 'normal' order by id limit 1;

insert into setting_value (account_id, key, value)
select a.id, part.key, part.value
from account a
cross join lateral jsonb_each(case jsonb_typeof(a.settings) when 'object' then a.settings else '{}' end) part
where part.key in ('map', 'ui', 'tables', 'quickLinks');
-- until now the settings of the map were all there were, without a name around them
insert into setting_value (account_id, key, value)
select a.id, 'map', a.settings from account a
where a.settings ?| array['treesetting', 'refreshsetting', 'carwindowcustomsetting'] and not a.settings ? 'map';

-- nothing ever wrote a logo_url: there were no images to point at
alter table department drop column platform_name, drop column logo_url;
alter table account drop column settings;
