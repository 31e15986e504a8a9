-- What operators keep of vehicles and their terminals.

alter table vehicle
  add column engine_no text,
  add column trans_type text,
  add column brand text,
  add column model text,
  add column body_color text,
  add column seats integer,
  add column tonnage numeric(6, 2),
  add column total_mass numeric(6, 2),
  add column length_mm integer,
  add column width_mm integer,
  add column height_mm integer,
  add column axles smallint,
  add column fuel_type text,
  add column emission smallint,
  add column tank_volume numeric(6, 2),
  add column native_place text,
  add column icon_set smallint,
  add column run_state smallint not null default 1,
  add column inner_no text,
  add column remark text,
  add column trans_cert_no text,
  add column trans_cert_org text,
  add column trans_cert_from date,
  add column trans_cert_to date,
  add column biz_scope text,
  add column license_no text,
  add column register_date date,
  add column issue_date date,
  add column inspect_due date,
  add column tech_level smallint,
  add column second_maint_due date,
  add column insurer text,
  add column policy_no text,
  add column compulsory_due date,
  add column commercial_due date,
  add column carrier_due date,
  add column scrap_date date,
  add column purchase_date date,
  add column line_type smallint,
  add column approved_seats integer,
  add column origin text,
  add column destination text,
  add column depart_station text,
  add column arrive_station text,
  add column dg_class smallint,
  add column cargo_name text,
  add column cargo_tonnage numeric(6, 2),
  add column tank_no text,
  add column tank_inspect_due date,
  add column escort_id integer references driver (id) on delete set null,
  add column owner_id text,
  add column owner_cert text,
  add column owner_cert_hash text,
  add column contact text,
  add column contact_tel text,
  add column address text,
  add column service_from date,
  add column service_to date,
  add column fee numeric(8, 2),
  add column fee_state smallint,
  add column admission_no text,
  add column recorder_coeff integer,
  add column mileage_base numeric(8, 2),
  add column mileage_factor numeric(5, 2),
  add column speed_source smallint,
  add column updated_at timestamptz not null default now(),
  add column deleted_by integer references account (id) on delete set null,
  add column delete_reason text,
  -- rows of other tables as they were when the vehicle was removed, by the tables' names
  add column removed_parts jsonb;
-- terminals may have announced one VIN twice: the first vehicle keeps it
update vehicle v set vin = null
where deleted_at is null
  and exists (select from vehicle w where w.vin = v.vin and w.deleted_at is null and w.id < v.id);
create unique index vehicle_vin on vehicle (vin) where deleted_at is null;
create unique index vehicle_inner_no on vehicle (department_id, inner_no) where deleted_at is null;
create index vehicle_created on vehicle (created_at, id) where deleted_at is null;
create index vehicle_driver on vehicle (driver_id);
create index vehicle_escort on vehicle (escort_id) where escort_id is not null;
create index vehicle_removed on vehicle (deleted_at) where deleted_at is not null;

alter table terminal
  add column iccid text,
  add column imei text,
  add column carrier smallint,
  add column sim_due date,
  add column protocol smallint,
  add column features smallint[] not null default '{}',
  add column video_stream smallint,
  add column install_date date,
  add column installer text,
  add column install_place text,
  add column updated_at timestamptz not null default now();
-- Not unique: terminals announce their number themselves, and makers repeat them.
create index terminal_no on terminal (terminal_no);

-- The terminal of a vehicle that was removed before now goes into the recycle bin with it: its number is free again.
update vehicle v set removed_parts = jsonb_build_object('terminal', to_jsonb(t))
from terminal t where t.vehicle_id = v.id and v.deleted_at is not null;
delete from terminal t using vehicle v where v.id = t.vehicle_id and v.deleted_at is not null;
-- The gateway knows the terminals of removed vehicles by their numbers.
create index vehicle_removed_phone on vehicle ((removed_parts -> 'terminal' ->> 'phone')) where deleted_at is not null;
