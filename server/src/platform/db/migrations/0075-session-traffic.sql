-- Bytes of the frames of a connection, from and to the terminal; null: not counted.
alter table online_session add column up_bytes bigint, add column down_bytes bigint;
