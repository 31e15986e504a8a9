-- Saved layouts of the video wall, each of one account.
create table video_preset (
  id             integer generated always as identity primary key,
  account_id     integer not null references account (id) on delete cascade,
  name           text not null,
  -- tiles of a page
  layout         smallint not null,
  -- null: the pages do not change by themselves
  rotate_seconds smallint,
  -- {"vehicleId", "channel"} or null, tile by tile
  tiles          jsonb not null
);
create index video_preset_account on video_preset (account_id, name);
