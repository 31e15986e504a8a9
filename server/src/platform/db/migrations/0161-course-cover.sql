-- The cover of a course is a file of its own.
alter table edu_file add column cover boolean not null default false;
drop index edu_file_course;
create unique index edu_file_course on edu_file (course_id, cover) where course_id is not null;
