-- How often a job was claimed. A released job is claimed again with the same number of attempts, so attempts cannot tell its runs apart.
alter table job add column claims integer not null default 0;
