-- What a terminal had before its values changed, by parameter id in decimal; bytes as hex.
alter table terminal_parameter add column previous jsonb not null default '{}';
