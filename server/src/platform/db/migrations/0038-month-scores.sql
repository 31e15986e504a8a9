-- Months that are over for good: their scores stand, whatever becomes of the days they were counted from.
create table score_close (
  -- 'yyyy-MM' of BUSINESS_TZ
  month     text primary key check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  closed_at timestamptz not null default now(),
  -- weights and floors by which it was counted: those of the platform under '', what a department has instead under its number
  rules     jsonb not null
);

-- What a vehicle, a company, who serves companies, or a driver came to in a month. Written once.
create table score_month (
  object_type   text not null check (object_type in ('vehicle', 'dept', 'operator', 'driver')),
  object_id     integer not null,
  month         text not null references score_close (month),
  -- whose it was when the month was closed
  department_id integer not null,
  -- figures and marks by the keys of report columns
  metrics       jsonb not null,
  -- null: there was too little to tell
  score         double precision,
  grade         text,
  -- among those of the same top department
  rank          integer,
  primary key (object_type, month, object_id)
);
create index score_month_department on score_month (object_type, month, department_id);
