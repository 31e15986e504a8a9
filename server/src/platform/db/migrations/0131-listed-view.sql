-- A picture in a list was shown, but the user did not open it.
alter table evidence_view add column listed boolean not null default false;
