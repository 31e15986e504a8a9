-- Service that ends with its day where a rule says so, and what a removed department takes along.

alter table expiry_rule
  -- of the kind 'service' alone: a vehicle's terminal is refused from the day after
  add column stop_service boolean not null default false,
  add constraint expiry_rule_stop check (not stop_service or kind = 1);

-- Departments whose vehicles are refused once their service has ended: those of the rules in force, with all below them.
create view service_stop as
  with recursive covered as (
    select department_id from expiry_rule where kind = 1 and state = 1 and stop_service
    union
    select d.id from department d join covered c on d.parent_id = c.department_id
  )
  select department_id from covered;

-- Reminders of accounts that have moved elsewhere since keep no department; notices that operators wrote do, by the rules of its record.
alter table notice
  drop constraint notice_department_id_fkey,
  add constraint notice_department_id_fkey foreign key (department_id) references department (id) on delete cascade;
