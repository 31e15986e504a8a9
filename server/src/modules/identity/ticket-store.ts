import { at, type Queryable, sql } from '../../platform/db/database.ts';

export const insertTicket = (db: Queryable, ticket: { hash: Buffer; accountId: number; now: number; expiresAt: number }) =>
  db.run(sql`
    insert into login_ticket (hash, account_id, created_at, expires_at)
    values (${ticket.hash}, ${ticket.accountId}, ${at(ticket.now)}, ${at(ticket.expiresAt)})`);

/** Uses a ticket up: the account it is for, once and in time. */
export const takeTicket = (db: Queryable, hash: Buffer, now: number) =>
  db.first<{ account_id: number }>(sql`
    update login_ticket set used_at = ${at(now)}
    where hash = ${hash} and used_at is null and expires_at > ${at(now)} returning account_id`);

/** Invalidates all existing tickets. */
export const revokeTickets = (db: Queryable, accountId: number) =>
  db.run(sql`delete from login_ticket where account_id = ${accountId} and used_at is null`);

export const forgetTickets = (db: Queryable, before: number) =>
  db.run(sql`delete from login_ticket where expires_at < ${at(before)}`);
