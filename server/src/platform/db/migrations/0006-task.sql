-- Work people wait for: exports and imports too big for a call.
create table task (
  id bigint generated always as identity primary key,
  kind text not null,
  account_id integer not null references account (id) on delete cascade,
  -- of the account when it was started
  department_id integer not null,
  -- what the account was allowed by; asked again when it runs
  permission text not null,
  language text not null,
  payload jsonb not null,
  title_key text not null,
  title_params jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- tells a run from a later one of the same task
  runs integer not null default 0,
  done bigint not null default 0,
  -- null: not known yet
  total bigint,
  result jsonb,
  error_key text,
  error_params jsonb,
  -- null: it made none, or it is past its time
  file_id text,
  file_name text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index task_account on task (account_id, id);
create index task_finished on task (finished_at) where finished_at is not null;
