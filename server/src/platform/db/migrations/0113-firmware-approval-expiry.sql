-- The approval of a roll-out expires like that of a command.
alter table firmware_rollout
  drop constraint firmware_rollout_state_check,
  -- 6 expired without approval
  add constraint firmware_rollout_state_check check (state between 0 and 6),
  -- until when it can be approved; null: no approval is needed
  add column approve_by timestamptz;
update firmware_rollout set approve_by = now() + interval '30 minutes' where state = 5;
create index firmware_rollout_awaiting on firmware_rollout (approve_by) where state = 5;
