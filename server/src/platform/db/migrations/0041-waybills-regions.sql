-- Electronic waybills (0x0701), once however often each is sent.
create table waybill (
  id          bigint generated always as identity primary key,
  vehicle_id  integer not null references vehicle (id) on delete cascade,
  received_at timestamptz not null,
  -- of its text, where that says one
  number      text,
  text        text not null,
  -- so that it is known when it is sent again
  digest      text not null generated always as (md5(text)) stored
);
create index waybill_vehicle on waybill (vehicle_id, received_at);
create index waybill_received on waybill (received_at);

-- Where a department is: the code of a division (GB/T 2260). Those below it are there, too, unless theirs is told.
alter table department add column admin_code text check (admin_code ~ '^\d{6}$');
create view department_region as
with recursive placed as (
  select id, admin_code from department where parent_id is null
  union all select d.id, coalesce(d.admin_code, p.admin_code) from department d join placed p on p.id = d.parent_id)
select id as department_id, admin_code from placed;

-- The city of a division: itself where it is a province, a municipality, or right below a province.
create function city_of(code text) returns text language sql immutable as $$
  select case when left(code, 2) in ('11', '12', '31', '50', '71', '81', '82') then left(code, 2) || '0000'
    when substr(code, 3, 2) in ('00', '90') then code else left(code, 4) || '00' end
$$;

-- Where a vehicle was at a moment.
create index area_visit_vehicle on area_visit (vehicle_id, enter_at);
