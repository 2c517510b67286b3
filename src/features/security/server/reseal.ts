import { and, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { totpSecrets } from '#db/schema/security.ts'
import { seal, unseal } from './sealing.ts'

const allSecrets = () => db().select({ userId: totpSecrets.userId, sealed: totpSecrets.sealed }).from(totpSecrets)

/** Counts the app keys that SECRET_KEY cannot decrypt. */
export const countUnreadable = async () =>
	(await allSecrets()).filter(({ sealed, userId }) => unseal(sealed, userId) === undefined).length

/** Re-encrypts with SECRET_KEY the app keys that another key encrypted. Returns a sentence to print. */
export async function resealSecrets(oldKey: string): Promise<string> {
	let [done, lost] = [0, 0]
	for (const { userId, sealed } of await allSecrets()) {
		if (unseal(sealed, userId) !== undefined) continue
		const key = unseal(sealed, userId, oldKey)
		if (key === undefined) lost++
		else {
			const isThis = and(eq(totpSecrets.userId, userId), eq(totpSecrets.sealed, sealed))
			await db()
				.update(totpSecrets)
				.set({ sealed: seal(key, userId) })
				.where(isThis)
			done++
		}
	}
	const lostText = lost === 0 ? '' : ` ${lost} could not be read with either key.`
	return `${done} authenticator apps work again.${lostText}`
}
