-- Recorder data that is too long for the result of its command: as received, and as read.
create table recorder_upload (
  command_id bigint primary key references command (id) on delete cascade,
  block bytea not null,
  -- an array of the blocks of a memory; empty if the data could not be read
  records jsonb not null
);
