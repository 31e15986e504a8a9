-- Who watches when: shifts of monitoring staff, and what they hand over.
create table duty_shift (
  id integer generated always as identity primary key,
  account_id integer not null references account (id) on delete cascade,
  started_at timestamptz not null,
  -- null: under way
  ended_at timestamptz,
  -- what was left to the next
  note text,
  handed_to integer references account (id) on delete set null
);
create unique index duty_shift_open on duty_shift (account_id) where ended_at is null;
create index duty_shift_started on duty_shift (started_at desc);

alter table post_check
  -- accounts on duty that were called, in their order; null: everybody who may answer
  add column called integer[],
  -- when the next is called
  add column call_next_at timestamptz;
create index post_check_calling on post_check (call_next_at) where call_next_at is not null;

-- when it was told that nobody answered in time
alter table supervision add column overdue_told_at timestamptz,
  -- what was said of it here; the wire has no words
  add column note text;
create index supervision_overdue on supervision (deadline_at) where replied_at is null and overdue_told_at is null;
-- what was over before is no news
update supervision set overdue_told_at = deadline_at where deadline_at < now();

alter table superior_link
  -- since when the main link is not signed in, through all tries; null: it is
  add column down_since timestamptz,
  -- when people were told
  add column down_told_at timestamptz;
update superior_link set down_since = main_since where main_state <> 2;

-- What the product tells by itself, put into words when it is read.
alter table notice add column event jsonb;

-- Positions of a time that are told to a superior platform once more, a row a vehicle; gone when they were taken.
create table superior_resend (
  id bigint generated always as identity primary key,
  superior_id integer not null references superior_platform (id) on delete cascade,
  vehicle_id integer not null references vehicle (id) on delete cascade,
  -- all up to it was taken
  taken_to timestamptz not null,
  until_at timestamptz not null
);
create unique index superior_resend_once on superior_resend (superior_id, vehicle_id, until_at);
