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

-- Departments: what a company is, and the name told apart by the one above.

alter table department
  add column short_name text,
  add column dept_type smallint not null default 3,
  add column credit_code text,
  add column biz_license text,
  add column license_to date,
  add column biz_scope text,
  add column legal_person text,
  add column safety_officer text,
  add column officer_tel text,
  add column contact text,
  add column contact_tel text,
  add column duty_tel text,
  add column fax text,
  add column email text,
  add column address text,
  add column remark text,
  add column updated_at timestamptz not null default now();
update department set dept_type = 1 where parent_id is null;
-- two of one name under one department were possible until now: the later ones are told apart by their number
update department d set name = d.name || ' ' || d.id
where exists (select from department e where e.parent_id = d.parent_id and e.name = d.name and e.id < d.id);
create unique index department_name on department (parent_id, name);
