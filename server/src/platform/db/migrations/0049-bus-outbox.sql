-- Events that a transaction publishes on the bus: written with its data, published after its commit, deleted once published.
create table bus_outbox (
  id bigint generated always as identity primary key,
  subject text not null,
  payload jsonb not null
);
