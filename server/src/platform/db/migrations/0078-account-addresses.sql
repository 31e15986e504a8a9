-- IPv4 addresses that an account may sign in from, separated by commas, semicolons or white space; null: any.
alter table account add column ip_allow text;
