-- Invalid positions are found by time (report 406004). New days get the index with their partition; of those that are stored, the last
-- days do. Older ones are searched without it, which takes longer.
create index position_invalid on only position (gnss_at) where quality & 127 <> 0;

do $$
declare
  part text;
begin
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'position'::regclass and c.relname >= 'position_' || to_char(now() at time zone 'UTC' - interval '8 days', 'YYYYMMDD')
    order by 1
  loop
    execute format('create index %I on %I (gnss_at) where quality & 127 <> 0', part || '_invalid', part);
    execute format('alter index position_invalid attach partition %I', part || '_invalid');
  end loop;
end $$;
