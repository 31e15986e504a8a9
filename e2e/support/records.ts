/** Records a story needs, entered by the calls the forms make. */
import { DAY_MS } from '@fleetwarden/domain/durations';
import { type Client, changePassword, signIn } from './client.ts';

const inTwoYears = () => new Date(Date.now() + 730 * DAY_MS).toISOString().slice(0, 10);

/** The root of the scope. */
export async function rootDepartment(client: Client): Promise<string> {
  const { list } = await client.post('dept/listDept');
  return list[0].id;
}

export async function enterDepartment(client: Client, deptName: string, parentId: string): Promise<string> {
  const { id } = await client.post('dept/addDept', { values: { deptName, parentId, deptType: 3 } });
  return id;
}

/** `idCard` is one whose check digit fits. */
export async function enterDriver(client: Client, driverName: string, deptId: string, idCard: string): Promise<string> {
  const licence = { licenceNo: idCard, licenceClass: 'A2', licenceTo: inTwoYears() };
  const qualification = { qualNo: idCard, qualType: [2], qualTo: inTwoYears() };
  const values = { driverName, deptId, mobile: '13812345678', idCard, post: 1, state: 1, ...licence, ...qualification };
  return (await client.post('driver/addDriver', { values })).id;
}

/** A vehicle with a yellow plate, its terminal and its driver; the id of both on the map and in calls. */
export async function enterVehicle(
  client: Client,
  vehicle: { readonly carNo: string; readonly phone: string; readonly deptId: string; readonly driverId?: string },
): Promise<string> {
  const values = { ...vehicle, plateColor: 2, vehicleType: 21, industryType: 5, runState: 1 };
  return (await client.post('car/addCar', { values })).id;
}

/** A colleague of the first account, with its rights and a password of their own choice. */
export async function enterColleague(
  client: Client,
  url: string,
  { account, userName, password }: { readonly account: string; readonly userName: string; readonly password: string },
): Promise<void> {
  const { list } = await client.post('role/listRole', {});
  const roles = list.filter(({ key }: { key: string }) => key === 'superAdministrator').map(({ id }: { id: string }) => id);
  const values = { loginName: account, userName, deptId: await rootDepartment(client), roles, mobile: '13812345678' };
  const told = await client.post('user/addUser', { values });
  await changePassword(await signIn(url, account, told.password), told.id, told.password, password);
}
