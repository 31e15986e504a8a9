-- Until now whoever might open the monitoring centre (2) saw live positions (20101), located and followed vehicles (20102). From now on
-- those are rights of their own; nobody loses one by the update. All codes that begin with 2 lie below it.
update role set codes = (select array_agg(distinct code) from unnest(codes || '{2,201,20101,20102}'::text[]) as each(code))
where exists (select from unnest(codes) as each(code) where code like '2%');
