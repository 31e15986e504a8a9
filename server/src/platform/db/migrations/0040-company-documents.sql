-- Documents of companies that are made by the day, week and month: a row for each file.
create table company_document (
  id bigint primary key generated always as identity,
  department_id integer not null references department (id) on delete cascade,
  kind text not null check (kind in ('day', 'week', 'month')),
  first_day date not null,
  last_day date not null,
  format text not null check (format in ('xlsx', 'pdf')),
  -- as people read it, in its language
  name text not null,
  language text not null,
  -- DOC_STATE; 9: it was deleted, and is not made again by itself
  state smallint not null default 0 check (state in (0, 1, 2, 3, 9)),
  -- how often it was asked for: what is made for an earlier turn is thrown away
  turn integer not null default 1,
  -- who asked for this turn; null: the timetable
  asked_by integer references account (id) on delete set null,
  asked_ip text,
  file_id text,
  file_name text,
  bytes bigint,
  made_at timestamptz,
  downloads integer not null default 0,
  unique (department_id, kind, first_day, format)
);
create index company_document_day on company_document (kind, first_day desc, department_id);

-- What was done with files of documents, by whom; null: the timetable. It outlives them.
create table company_document_step (
  id bigint primary key generated always as identity,
  department_id integer not null references department (id) on delete cascade,
  name text not null,
  period text not null,
  format text not null,
  action text not null,
  account_id integer references account (id) on delete set null,
  peer_ip text,
  state smallint not null,
  bytes bigint,
  at timestamptz not null default now()
);
create index company_document_step_at on company_document_step (at desc, department_id);

-- Whom documents of a company are sent to.
create table company_document_mail (
  department_id integer primary key references department (id) on delete cascade,
  receivers text[] not null
);
