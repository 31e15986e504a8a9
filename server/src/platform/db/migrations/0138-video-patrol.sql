-- Live video that a rotation of the wall showed: a patrol.
alter table video_view add column patrol boolean not null default false;
create index video_view_patrol on video_view (started_at) where patrol;
