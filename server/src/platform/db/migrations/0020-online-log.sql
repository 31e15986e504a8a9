-- The on/offline log reads stays of all vehicles by when they began and ended. A stay that is under way is in neither tail of the
-- second, so that writing its last message moves no entry of an index.
create index online_session_login on online_session (login_at);
create index online_session_logout on online_session (logout_at) where logout_at is not null;
