-- Firmware files, and their roll-outs to terminals (0x8108, 0x8105, 0x0108).
create table firmware (
  id            integer generated always as identity primary key,
  department_id integer not null references department (id),
  account_id    integer references account (id) on delete set null,
  -- of the upload, for display
  name          text not null,
  -- of the file on disk
  file          text not null,
  -- upgrade type of 0x8108
  kind          smallint not null check (kind in (0, 12, 52)),
  maker         text not null,
  version       text not null,
  models        text[] not null,
  bytes         integer not null,
  sha256        text not null,
  md5           text not null,
  note          text not null,
  created_at    timestamptz not null default now(),
  -- the file is gone; roll-outs still name it
  deleted_at    timestamptz
);
create index firmware_department on firmware (department_id, id);

create table firmware_rollout (
  id            integer generated always as identity primary key,
  firmware_id   integer not null references firmware (id),
  department_id integer not null references department (id),
  account_id    integer references account (id) on delete set null,
  -- 1 sent by the platform, 2 downloaded by the terminal
  way           smallint not null check (way in (1, 2)),
  percent       smallint not null check (percent between 1 and 100),
  stop_after    integer not null check (stop_after > 0),
  auto_next     boolean not null,
  -- 0 running, 1 paused, 2 stopped by failures, 3 finished, 4 cancelled
  state         smallint not null default 0 check (state between 0 and 4),
  -- 1 the first percentage, 2 all
  stage         smallint not null check (stage in (1, 2)),
  -- failures before a user resumed it
  forgiven      integer not null default 0,
  note          text not null,
  created_at    timestamptz not null default now(),
  ended_at      timestamptz
);
create index firmware_rollout_department on firmware_rollout (department_id, id);
create index firmware_rollout_firmware on firmware_rollout (firmware_id);

create table firmware_target (
  rollout_id   integer not null references firmware_rollout (id) on delete cascade,
  vehicle_id   integer not null references vehicle (id) on delete cascade,
  stage        smallint not null check (stage in (1, 2)),
  -- 0 waiting, 1 sending, 2 sent, 3 succeeded, 4 failed, 5 cancelled by the terminal, 6 withdrawn
  state        smallint not null default 0 check (state between 0 and 6),
  -- sub-packages of the message, how many arrived from the first on, and the serial of the first
  parts        integer,
  parts_done   integer not null default 0,
  first_serial integer,
  -- bytes of the file that were downloaded
  downloaded   integer not null default 0,
  -- fencing token: what an earlier node says is ignored; another node may continue after the lease
  claims       integer not null default 0,
  lease_until  timestamptz,
  -- times that it began or was continued
  attempts     integer not null default 0,
  result_code  integer,
  -- secret of the download address; null: used, or not downloaded
  token        text unique,
  started_at   timestamptz,
  ended_at     timestamptz,
  -- while sent: after this the result is missing
  result_by    timestamptz,
  primary key (rollout_id, vehicle_id)
);
-- one roll-out per vehicle at a time
create unique index firmware_target_open on firmware_target (vehicle_id) where state < 3;
create index firmware_target_result on firmware_target (result_by) where state = 2;

-- After results of vehicles: stops a roll-out with too many failures, continues with all vehicles, or finishes it.
create function advance_firmware_rollout(rollout integer) returns void language plpgsql as $$
begin
  -- results of several vehicles come at once: each counts those before it
  perform from firmware_rollout where id = rollout for update;
  update firmware_rollout r set
    state = case
      when c.open = 0 then 3
      when r.state = 0 and c.failed - r.forgiven >= r.stop_after then 2
      else r.state end,
    ended_at = case when c.open = 0 then now() end,
    stage = case when r.state = 0 and r.auto_next and c.first_open = 0 and c.failed = 0 then 2 else r.stage end
  from (
    select count(*) filter (where state < 3) as open,
      count(*) filter (where state < 3 and stage = 1) as first_open,
      count(*) filter (where state in (4, 5)) as failed
    from firmware_target where rollout_id = rollout) c
  where r.id = rollout and r.state < 3;
end $$;
