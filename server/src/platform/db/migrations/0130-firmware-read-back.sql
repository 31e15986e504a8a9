-- The command (0x8107) that asks a terminal for its version after an upgrade; 0: it could not be sent.
alter table firmware_target add column read_command bigint;
create index firmware_target_unread on firmware_target (ended_at) where state = 3 and read_command is null;
