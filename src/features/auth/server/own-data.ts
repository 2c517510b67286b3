import { db } from '#db/client.ts'
import { authSessions } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import { ownData, rowOf } from '#src/platform/own-data.ts'

/** The account with its application, and its sessions. */
export const authData = [
	ownData({
		name: 'account',
		title: 'Account and application',
		about: 'Your account and your application.',
		table: users,
		owner: users.id,
		cursor: users.id,
		async read(where, order, limit) {
			const rows = await db()
				.select({
					cursor: users.id,
					id: users.id,
					name: users.name,
					username: users.username,
					email: users.email,
					role: users.role,
					status: users.status,
					phoneNumber: users.phoneNumber,
					firmName: users.firmName,
					practiceAreas: users.practiceAreas,
					yearsOfExperience: users.yearsOfExperience,
					membershipGoals: users.membershipGoals,
					applicationStatus: users.applicationStatus,
					applicationDate: users.applicationDate,
					hasInitialPassword: users.hasInitialPassword,
					lastSeenAt: users.lastSeenAt,
					invitedAt: users.invitedAt,
					createdAt: users.createdAt,
					updatedAt: users.updatedAt,
				})
				.from(users)
				.where(where)
				.orderBy(order)
				.limit(limit)
			return rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt.getTime() === 0 ? null : row.lastSeenAt }))
		},
	}),
	ownData({
		name: 'signIns',
		title: 'Where you are signed in',
		about: 'The browsers you are signed in with, and their network addresses.',
		table: authSessions,
		owner: authSessions.userId,
		cursor: rowOf(authSessions),
		read: (where, order, limit) =>
			db()
				.select({
					cursor: rowOf(authSessions),
					userAgent: authSessions.userAgent,
					clientAddress: authSessions.clientAddress,
					createdAt: authSessions.createdAt,
					expiresAt: authSessions.expiresAt,
					endsAt: authSessions.endsAt,
				})
				.from(authSessions)
				.where(where)
				.orderBy(order)
				.limit(limit),
	}),
]
