-- Plans of safety education text their drivers; null: no SMS.
alter table edu_plan add column template_id integer references sms_template (id);
create index edu_plan_template on edu_plan (template_id);
