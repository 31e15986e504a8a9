-- A comparison reads the values of a whole fleet: compressed, but in the row.
alter table terminal_parameter alter column parameters set storage main;

-- A set that waits for the approval of a second user is sent by a batch.
alter table parameter_set_vehicle
  -- of command_batch
  add column batch_id integer,
  drop constraint parameter_set_vehicle_state_check,
  add constraint parameter_set_vehicle_state_check
    check (state in ('awaiting', 'sent', 'reading', 'confirmed', 'differs', 'unconfirmed', 'failed', 'refused'));
create index parameter_set_vehicle_batch on parameter_set_vehicle (batch_id, vehicle_id) where batch_id is not null;
