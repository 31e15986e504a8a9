-- What operators keep of drivers.

alter table driver
  add column sex smallint,
  add column id_card text,
  add column id_card_hash text,
  add column job_no text,
  add column post smallint,
  add column state smallint not null default 1,
  add column licence_class text,
  add column licence_first date,
  add column licence_from date,
  add column licence_to date,
  add column licence_org text,
  add column qual_no text,
  add column qual_type smallint[] not null default '{}',
  add column qual_org text,
  add column qual_from date,
  add column qual_to date,
  add column credit_level text,
  add column credit_due date,
  add column edu_due date,
  add column entry_date date,
  add column contract_to date,
  add column health_due date,
  add column emergency text,
  add column emergency_tel text,
  add column address text,
  add column ic_card text,
  add column remark text,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
-- the number itself is encrypted
create unique index driver_id_card on driver (id_card_hash);
create index driver_name on driver (name);
create index driver_created on driver (created_at, id);
