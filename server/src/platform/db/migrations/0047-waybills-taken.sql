-- Up to which of its waybills (waybill.id) a superior platform has taken those of a vehicle: they are stored one after the other.
alter table superior_vehicle add column waybill_to bigint;

-- Since when a platform wants waybills: those of before are not for it.
alter table superior_platform add column waybills_from timestamptz;
create function superior_waybills_wanted() returns trigger language plpgsql as $$
begin
  if not new.send_waybill then
    new.waybills_from := null;
  elsif tg_op = 'INSERT' or not old.send_waybill then
    new.waybills_from := now();
  end if;
  return new;
end $$;
create trigger superior_waybills_wanted before insert or update of send_waybill on superior_platform
  for each row execute function superior_waybills_wanted();

-- What was taken so far nobody wrote down: from some minutes before a platform was last known to hear. link 0 main; state 2 signed in
update superior_platform p set waybills_from = least(coalesce(s.heartbeat_at, p.created_at), coalesce(ended.at, now())) - interval '4 minutes'
from superior_platform q left join superior_link s on s.superior_id = q.id cross join lateral (
  select min(l.at) as at from link_log l where l.superior_id = q.id and l.link = 0 and l.state <> 2 and l.at >= (
    select max(l.at) from link_log l where l.superior_id = q.id and l.link = 0 and l.state = 2)) ended
where q.id = p.id and p.send_waybill;
