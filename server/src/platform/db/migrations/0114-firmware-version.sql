-- For the firmware version of each vehicle of a list.
create index command_attributes on command (vehicle_id, id) where cmd_code = '8107';
create index firmware_target_installed on firmware_target (vehicle_id, ended_at) where state = 3;
