-- Words of a maker, by terminal model. relay: of 0x8105, 1 0x64 cuts and 0x65 restores, 2 0xF0 cuts and 0xF1 restores. lock_value: what
-- 0x8500 of version 2019 calls locked. Empty: the command is not sent to such terminals.
alter table terminal_model
  add column relay smallint check (relay in (1, 2)),
  add column lock_value smallint check (lock_value in (0, 1));

create or replace view terminal_setting as
select t.id as terminal_id, t.vehicle_id,
  coalesce(t.utc_offset_h, m.utc_offset_h, 8) as utc_offset_h,
  coalesce(t.header_form, m.header_form) as header_form,
  coalesce(t.jsatl_table, m.jsatl_table) as jsatl_table,
  coalesce(t.text_encoding, m.text_encoding, 1) as text_encoding,
  m.relay, m.lock_value
from terminal t
left join lateral (
  select x.utc_offset_h, x.header_form, x.jsatl_table, x.text_encoding, x.relay, x.lock_value
  from terminal_model x cross join lateral (
    with recursive up as (
      select v.department_id as id, 0 as far from vehicle v where v.id = t.vehicle_id
      union all select d.parent_id, up.far + 1 from up join department d on d.id = up.id where d.parent_id is not null
    )
    select up.far from up where up.id = x.department_id
  ) u
  where x.maker = t.maker and x.model = t.model
  order by u.far limit 1
) m on true;
