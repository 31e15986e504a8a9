-- A roll-out may wait for the approval of a second user (platform setting).
alter table firmware_rollout
  drop constraint firmware_rollout_state_check,
  -- 5 waits for approval
  add constraint firmware_rollout_state_check check (state between 0 and 5),
  add column approved_by integer references account (id) on delete set null;
