import { permissionTree } from '@fleetwarden/contract/permission-tree';
import { hashSecret, newToken } from '../../server/src/modules/identity/token.ts';
import { type Db, sql } from '../../server/src/platform/db/database.ts';
import { createFieldEncryption } from '../../server/src/platform/resources/field-encryption.ts';

/** Root of the company; the departments have the ids that follow, each with up to six below it. */
export const ROOT = 1000;
/** One of the six below the root: a sixth of everything. */
const SUB = ROOT + 1;
const BELOW_EACH = 6;
const DRIVERS = 20_000;
const REMOVED = 2_000;

export type Size = { readonly vehicles: number; readonly departments: number };

/** A company with every column of its vehicles, their terminals, drivers and recycle bin filled. */
export async function fillFleet(db: Db, { vehicles, departments }: Size, secretKey: string): Promise<void> {
  const encryption = createFieldEncryption(secretKey);
  const certificate = '110101198001010010';
  const rows = vehicles + REMOVED;
  await db.run(sql`insert into department (id, name) values (${ROOT}, '集团')`);
  await db.run(sql`
    insert into department (id, name, parent_id)
    select ${ROOT}::integer + n, '部门' || n, ${ROOT}::integer + (n - 1) / ${BELOW_EACH}::integer
    from generate_series(1, ${departments - 1}::integer) n`);
  await db.run(sql`
    insert into driver (department_id, name, phone, id_card_hash)
    select ${ROOT}::integer + n * 7 % ${departments}::integer,
      substr('王李张刘陈杨黄赵吴周', 1 + n % 10, 1) || chr(19968 + n * 31 % 3000) || chr(19968 + n * 17 % 2000),
      '13' || lpad((n::bigint * 7919 % 1000000000)::text, 9, '0'), n::text
    from generate_series(1, ${DRIVERS}::integer) n`);
  await db.run(sql`
    insert into vehicle (id, department_id, plate, plate_colour, vehicle_type, industry, driver_id, escort_id, owner_name, owner_phone,
      owner_cert, owner_cert_hash, vin, inner_no, engine_no, brand, model, seats, tonnage, total_mass, length_mm, width_mm, height_mm,
      axles, native_place, run_state, remark, trans_cert_no, trans_cert_org, trans_cert_from, trans_cert_to, biz_scope, license_no,
      register_date, issue_date, inspect_due, tech_level, second_maint_due, insurer, policy_no, compulsory_due, commercial_due,
      carrier_due, scrap_date, purchase_date, origin, destination, cargo_name, contact, contact_tel, address, service_from,
      service_to, fee, fee_state, admission_no, recorder_coeff, mileage_base, mileage_factor, created_at, updated_at,
      deleted_at, delete_reason)
    select n, ${ROOT}::integer + n * 7919::bigint % ${departments}::integer,
      substr('京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新', 1 + n % 31, 1) || chr(65 + n % 8)
        || upper(lpad(to_hex(n::bigint * 7919 % 1048576), 5, '0')),
      1 + n % 5, 10 + n % 40, 10 + n % 30, case when n % 5 = 0 then null else (select min(id) from driver) + n % ${DRIVERS}::integer end,
      (select min(id) from driver) + n * 3 % ${DRIVERS}::integer, '车主' || n % 30000, '139' || lpad((n % 100000000)::text, 8, '0'),
      ${encryption.encrypt(certificate, 'vehicle.ownerCert')}, ${encryption.hash(certificate)}, 'LBV' || lpad(n::text, 14, '0'), 'N' || n, 'E' || n,
      '东风', 'DF' || n % 500, 2 + n % 50, n % 4000 / 100.0, n % 5000 / 100.0, 5000 + n % 9000, 2000 + n % 500, 2500 + n % 1500, 2 + n % 5,
      '440300', 1 + n % 4, '备注' || n, lpad(n::text, 12, '0'), '深圳市交通运输局', date '2020-01-01' + n % 900, date '2026-01-01' + n % 1500,
      '道路普通货物运输', 'L' || n, date '2018-01-01' + n % 2000, date '2018-01-01' + n % 2000, date '2026-01-01' + n * 7 % 900, 1 + n % 3,
      date '2026-01-01' + n * 11 % 300, '中国人保', 'P' || n, date '2026-01-01' + n * 13 % 365, date '2026-01-01' + n * 17 % 365,
      date '2026-01-01' + n * 19 % 365, date '2033-01-01' + n % 900, date '2018-01-01' + n % 2000, '深圳', '广州', '电子产品', '联系人' || n % 5000,
      '137' || lpad((n % 100000000)::text, 8, '0'), '深圳市南山区科技路' || n % 900 || '号', date '2024-01-01' + n % 700,
      date '2026-01-01' + n * 23 % 1100, n % 9000 / 10.0, 1 + n % 3, 'A' || n, 3600, n % 99999, 1.0,
      now() - n * 7 % 100000 * interval '1 min', now() - n * interval '1 s',
      case when n > ${vehicles}::integer then now() - n % 100 * interval '1 day' end,
      case when n > ${vehicles}::integer then '停运' end
    from generate_series(1, ${rows}::integer) n`);
  await db.run(sql`
    insert into terminal (phone, vehicle_id, terminal_no, maker, model, iccid, imei, carrier, sim_due, protocol, features, install_date,
      installer, install_place, registered_at)
    select (13000000000 + n::bigint * 7919 % 1000000000)::text, n, 'T' || lpad((n * 31::bigint % 1000000)::text, 7, '0'), 'M' || n % 70,
      'TX-' || n % 300, '8986' || lpad(n::text, 16, '0'), lpad(n::text, 15, '8'), 1 + n % 3, date '2026-01-01' + n * 29 % 900, 1 + n % 3,
      array[1 + n % 4, 5 + n % 3]::smallint[], date '2022-01-01' + n % 900, '安装工', '深圳', now() - n * interval '3 min'
    from generate_series(1, ${rows}::integer) n`);
  await db.run(sql`
    update vehicle v set removed_parts = jsonb_build_object('terminal', to_jsonb(t)) from terminal t
    where t.vehicle_id = v.id and v.deleted_at is not null`);
  await db.run(`delete from terminal t using vehicle v where v.id = t.vehicle_id and v.deleted_at is not null`);
  for (const table of ['department', 'vehicle', 'driver'])
    await db.run(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  await db.run(sql`
    insert into quota (department_id, vehicles, users, over_policy) values (${ROOT}, ${vehicles * 10}, 1000000, 1)`);
  await db.run('vacuum analyze');
}

/** Tokens of users with every right: three of the whole company, one of a department that holds a sixth of it. */
export type Tokens = { readonly all: string; readonly second: string; readonly third: string; readonly sub: string };

export async function signedIn(db: Db): Promise<Tokens> {
  const codes = permissionTree.map(({ code }) => code);
  const role = (await db.first<{ id: number }>(sql`
    insert into role (name, codes) values ('bench', ${codes}) returning id`))!.id;
  const open = async (login: string, departmentId: number) => {
    const account = (await db.first<{ id: number }>(sql`
      insert into account (login_name, user_name, password_hash, department_id, password_changed_at)
      values (${login}, ${login}, '', ${departmentId}, null) returning id`))!.id;
    await db.run(sql`insert into account_role values (${account}, ${role})`);
    const { prefix, secret } = newToken();
    await db.run(sql`
      insert into session (prefix, secret_hash, account_id, expires_at)
      values (${prefix}, ${hashSecret(secret)}, ${account}, now() + interval '1 day')`);
    return `${prefix}.${secret}`;
  };
  return {
    all: await open('bench-all', ROOT),
    second: await open('bench-second', ROOT),
    third: await open('bench-third', ROOT),
    sub: await open('bench-sub', SUB),
  };
}
