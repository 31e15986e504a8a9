-- Handling of an account in a shift or a month.
create index alarm_case_dealt_by on alarm_case (dealt_by, dealt_at) where dealt_by is not null;
