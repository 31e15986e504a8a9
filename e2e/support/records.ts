/** Creates records by the calls of the console's forms. */
import { DAY_MS } from '@fleetwarden/domain/durations';
import { type Client, changePassword, signIn } from './client.ts';

const inTwoYears = () => new Date(Date.now() + 730 * DAY_MS).toISOString().slice(0, 10);

/** The top department of the account's scope. */
export async function findRootDepartment(client: Client): Promise<string> {
  const { list } = await client.post('dept/listDept');
  return list[0].id;
}

export async function createDepartment(client: Client, deptName: string, parentId: string): Promise<string> {
  const { id } = await client.post('dept/addDept', { values: { deptName, parentId, deptType: 3 } });
  return id;
}

/** `idCard` needs a valid check digit. */
export async function createDriver(client: Client, driverName: string, deptId: string, idCard: string): Promise<string> {
  const licence = { licenceNo: idCard, licenceClass: 'A2', licenceTo: inTwoYears() };
  const qualification = { qualNo: idCard, qualType: [2], qualTo: inTwoYears() };
  const values = { driverName, deptId, mobile: '13812345678', idCard, post: 1, state: 1, ...licence, ...qualification };
  return (await client.post('driver/addDriver', { values })).id;
}

/** A vehicle with a yellow plate, its terminal and its driver. Returns its id. */
export async function createVehicle(
  client: Client,
  vehicle: { readonly carNo: string; readonly phone: string; readonly deptId: string; readonly driverId?: string },
): Promise<string> {
  const values = { ...vehicle, plateColor: 2, vehicleType: 21, industryType: 5, runState: 1 };
  return (await client.post('car/addCar', { values })).id;
}

/** An account with the role of the first account, its first password already changed. */
export async function createColleague(
  client: Client,
  url: string,
  { account, userName, password }: { readonly account: string; readonly userName: string; readonly password: string },
): Promise<void> {
  const { list } = await client.post('role/listRole', {});
  const roles = list.filter(({ key }: { key: string }) => key === 'superAdministrator').map(({ id }: { id: string }) => id);
  const values = { loginName: account, userName, deptId: await findRootDepartment(client), roles, mobile: '13812345678' };
  const told = await client.post('user/addUser', { values });
  await changePassword(await signIn(url, account, told.password), told.id, told.password, password);
}
