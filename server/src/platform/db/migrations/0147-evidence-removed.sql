-- The row of a file outlives its content, so that reports of old days stay right.
alter table evidence_file
  -- when the content of a received file was deleted; its row has the digest, but no time of reception and no key
  add column removed_at timestamptz;
alter table evidence_request
  -- when its retention ended; null: it is not over
  add column expired_at timestamptz;

-- Removing content changes no figure of its day.
drop trigger alarm_day_received on evidence_file;
create trigger alarm_day_received after update of received_at on evidence_file for each row
  when (new.received_at is not null and old.received_at is distinct from new.received_at) execute function alarm_day_received();

-- Removes the content of received files of these requests. The files go afterwards (evidence_removed).
create function remove_evidence_files(requests bigint[], instant timestamptz) returns void language sql as $$
  with found as (
    select id, file_key, play_key from evidence_file where request_id = any(requests) and received_at is not null for update
  ), gone as (
    insert into evidence_removed select k.key from found, unnest(array[file_key, play_key]) k (key) where k.key is not null
    on conflict do nothing
  )
  update evidence_file f set removed_at = instant, received_at = null, file_key = null, play_key = null, play_bytes = null
  from found where f.id = found.id
$$;
