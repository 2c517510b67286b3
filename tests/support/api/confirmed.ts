import { confirmIdentity } from '#src/features/auth/password-contract.ts'
import { callApi, type Principal, TEST_PASSWORD } from './api.ts'

/** Returns the caller after confirming their password. */
export async function confirmed(as: Principal): Promise<Principal> {
	const reply = await callApi(confirmIdentity, { as, body: { currentPassword: TEST_PASSWORD } })
	if (reply.status !== 200) throw new Error(`The password was not confirmed: ${reply.status} ${reply.text}`)
	return { ...as, cookie: `${as.cookie}; ${reply.setCookies.map((cookie) => cookie.split(';')[0]).join('; ')}` }
}
