-- The log of views covers talk, recordings and downloads too.

alter table video_view
  -- ViewKind of the contract
  add column kind text not null default 'live',
  drop constraint video_view_data_type_check,
  -- as 0x9101: 0 video and sound, 1 video, 2 talk, 3 listening, 4 broadcast
  add constraint video_view_data_type_check check (data_type between 0 and 4);
