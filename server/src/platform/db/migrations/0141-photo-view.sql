-- Views of photos of 0x0801 that belong to an alarm are logged as those of its other files are.
alter table evidence_view
  alter column file_id drop not null,
  add column media_id bigint references media (id) on delete cascade,
  add constraint evidence_view_of check (num_nonnulls(file_id, media_id) = 1);
create index evidence_view_media on evidence_view (media_id, viewed_at desc) where media_id is not null;
