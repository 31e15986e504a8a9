-- Networks from which an account or vehicle signed in. Failed logins from elsewhere never lock them out.
create table login_network (
  -- as in login_failure
  name text not null,
  -- an IPv4 address, or the /64 of an IPv6 address
  network text not null,
  signed_in_at timestamptz not null,
  primary key (name, network)
);
create index login_network_signed_in on login_network (signed_in_at);

-- IPv6 networks become known with the next login
insert into login_network (name, network, signed_in_at)
select 'user ' || lower(a.login_name), l.peer_ip, max(l.at)
from login_log l join account a on a.id = l.account_id
where l.ok and l.peer_ip ~ '^\d+\.\d+\.\d+\.\d+$' group by 1, 2;
