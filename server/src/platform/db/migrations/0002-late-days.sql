-- Days of vehicles whose trips and stops have to be made anew, because positions came that the live stream passed over.

create table late_day (
  vehicle_id integer not null,
  -- day of BUSINESS_TZ
  day date not null,
  -- newest of the late positions
  last_at timestamptz not null,
  -- first and last marked since the last rebuild
  since timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- how often marked: a rebuild forgets the day only if nobody marked it while it ran
  marks integer not null default 1,
  -- taken by a rebuild, or rebuilt as far as could be: not before
  rest_until timestamptz,
  -- where the live stream's own part began when the day was rebuilt up to there; there is more to do once that has moved
  waits_at timestamptz,
  primary key (vehicle_id, day)
);
