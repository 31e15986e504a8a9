-- A raw clip has a copy that browsers play: an mp4 of the same pictures. The file as received stays the evidence.
alter table evidence_file add column play_key text, add column play_bytes bigint;

-- Keys of deleted files, for the trigger of evidence_file.
create or replace function evidence_file_removed() returns trigger language plpgsql as $$
begin
  insert into evidence_removed
  select k.key from told, unnest(array[told.file_key, told.play_key]) k (key) where k.key is not null on conflict do nothing;
  return null;
end $$;
