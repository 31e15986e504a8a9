-- Units of the account when the task was started, as its language: its file is written in them.
alter table task add column units text not null default 'metric' check (units in ('metric', 'imperial'));
