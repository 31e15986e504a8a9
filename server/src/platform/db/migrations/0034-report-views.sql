-- How people have their reports: columns, conditions kept under names, own words, favourites.
create table report_view (
  account_id integer not null references account (id) on delete cascade,
  report_id integer not null,
  -- [{colEName, isPageShow}]; null: as the report has them
  columns jsonb,
  -- {name: conditions}
  saved jsonb not null default '{}',
  label text not null default '',
  favourite boolean not null default false,
  primary key (account_id, report_id)
);
