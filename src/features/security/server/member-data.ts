import { isNotNull } from 'drizzle-orm'
import { passkeys, recoveryCodes, totpSecrets, trustedDevices } from '#db/schema/security.ts'
import { ownData, rowOf } from '#src/platform/member-data.ts'

/** Lists which second factors exist, without any secrets. */
export const securityData = [
	ownData({
		table: totpSecrets,
		owner: totpSecrets.userId,
		name: 'authenticatorApp',
		title: 'Authenticator app',
		about: 'Whether signing in asks for a code from your app. The app’s key is not included.',
		cursor: totpSecrets.userId,
		fields: { confirmedAt: totpSecrets.confirmedAt },
		only: isNotNull(totpSecrets.confirmedAt),
	}),
	ownData({
		table: passkeys,
		owner: passkeys.userId,
		name: 'passkeys',
		title: 'Passkeys',
		about: 'The passkeys that you can sign in with, and when they were used.',
		cursor: rowOf(passkeys),
		fields: { name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt },
	}),
	ownData({
		table: recoveryCodes,
		owner: recoveryCodes.userId,
		name: 'recoveryCodes',
		title: 'Recovery codes',
		about: 'Your recovery codes, and when each was used. The codes are not included.',
		cursor: rowOf(recoveryCodes),
		fields: { usedAt: recoveryCodes.usedAt },
	}),
	ownData({
		table: trustedDevices,
		owner: trustedDevices.userId,
		name: 'trustedDevices',
		title: 'Trusted devices',
		about: 'Browsers that are not asked for a second factor, and until when.',
		cursor: rowOf(trustedDevices),
		fields: { until: trustedDevices.until },
	}),
]
