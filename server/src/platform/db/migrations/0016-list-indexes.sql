-- Lists of vehicles: a page by any of their columns is one walk along an index that also says whose they are, however far down it is.
-- Texts stand by their code points, as lists sort them.

drop index vehicle_created;
create index vehicle_created on vehicle (created_at, id) include (department_id) where deleted_at is null;
create index vehicle_updated on vehicle (updated_at, id) include (department_id) where deleted_at is null;
create index vehicle_by_plate on vehicle (plate collate "C", id) include (department_id) where deleted_at is null;
create index vehicle_by_plate_colour on vehicle (plate_colour, id) include (department_id) where deleted_at is null;
create index vehicle_by_department on vehicle (department_id, id) where deleted_at is null;
create index vehicle_by_vin on vehicle (vin collate "C", id) include (department_id) where deleted_at is null;
create index vehicle_by_inner_no on vehicle (inner_no collate "C", id) include (department_id) where deleted_at is null;
create index vehicle_by_type on vehicle (vehicle_type, id) include (department_id) where deleted_at is null;
create index vehicle_by_industry on vehicle (industry, id) include (department_id) where deleted_at is null;
create index vehicle_by_trans_type on vehicle (trans_type collate "C", id) include (department_id) where deleted_at is null;
create index vehicle_by_brand on vehicle (brand collate "C", id) include (department_id) where deleted_at is null;
create index vehicle_by_model on vehicle (model collate "C", id) include (department_id) where deleted_at is null;
create index vehicle_by_run_state on vehicle (run_state, id) include (department_id) where deleted_at is null;
create index vehicle_by_driver on vehicle (driver_id, id) include (department_id) where deleted_at is null;
create index vehicle_by_trans_cert_to on vehicle (trans_cert_to, id) include (department_id) where deleted_at is null;
create index vehicle_by_inspect_due on vehicle (inspect_due, id) include (department_id) where deleted_at is null;
create index vehicle_by_second_maint_due on vehicle (second_maint_due, id) include (department_id) where deleted_at is null;
create index vehicle_by_compulsory_due on vehicle (compulsory_due, id) include (department_id) where deleted_at is null;
create index vehicle_by_commercial_due on vehicle (commercial_due, id) include (department_id) where deleted_at is null;
create index vehicle_by_owner_name on vehicle (owner_name collate "C", id) include (department_id) where deleted_at is null;
create index vehicle_by_service_to on vehicle (service_to, id) include (department_id) where deleted_at is null;
create index vehicle_by_fee_state on vehicle (fee_state, id) include (department_id) where deleted_at is null;

-- A sort by the terminal, or a search in it, reads that column and whose terminal it is, and not the whole rows.
create index terminal_by_phone on terminal (phone collate "C", vehicle_id);
create index terminal_by_no on terminal (terminal_no collate "C", vehicle_id);
create index terminal_by_maker on terminal (maker collate "C", vehicle_id);
create index terminal_by_model on terminal (model collate "C", vehicle_id);
create index terminal_by_protocol on terminal (protocol, vehicle_id);
create index terminal_by_sim_due on terminal (sim_due, vehicle_id);
create index terminal_by_registered on terminal (registered_at, vehicle_id);
