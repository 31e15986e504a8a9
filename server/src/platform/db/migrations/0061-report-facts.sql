-- What a repair found on the odometer, and what is due next.
alter table repair
  add column odometer_km numeric(8, 1),
  add column next_km numeric(8, 1),
  add column next_on date,
  add column remark text;

-- The name of a shift, given at sign-in, and when the next user confirmed the handover.
alter table duty_shift
  add column shift text,
  add column confirmed_at timestamptz;
