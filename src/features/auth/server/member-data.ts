import { authSessions } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import { ownData, rowOf } from '#src/platform/member-data.ts'
import { answersIn, questionsIn } from './applicant-record.ts'

/** The account with its application, and its sessions. */
export const authData = [
	ownData({
		table: users,
		owner: users.id,
		name: 'account',
		title: 'Account and application',
		about: 'Your account and your application.',
		cursor: users.id,
		fields: {
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
			applicationAnswers: users.applicationAnswers,
			applicationQuestions: users.applicationQuestions,
			applicationStatus: users.applicationStatus,
			applicationDate: users.applicationDate,
			hasInitialPassword: users.hasInitialPassword,
			lastSeenAt: users.lastSeenAt,
			invitedAt: users.invitedAt,
			joinedAt: users.joinedAt,
			labels: users.labels,
			plan: users.plan,
			welcomeHiddenAt: users.welcomeHiddenAt,
			isModerator: users.isModerator,
			suspendedUntil: users.suspendedUntil,
			suspendedReason: users.suspendedReason,
			emailConfirmedAt: users.emailConfirmedAt,
			leavesAt: users.leavesAt,
			leaveKeepsPosts: users.leaveKeepsPosts,
			createdAt: users.createdAt,
			updatedAt: users.updatedAt,
		},
		toRow: (row) => ({
			...row,
			applicationAnswers: answersIn(row.applicationAnswers),
			applicationQuestions: questionsIn(row.applicationQuestions).map(({ askedAt, question }) => ({
				askedAt,
				question,
			})),
			lastSeenAt: row.lastSeenAt.getTime() === 0 ? null : row.lastSeenAt,
		}),
	}),
	ownData({
		table: authSessions,
		owner: authSessions.userId,
		name: 'signIns',
		title: 'Where you are signed in',
		about: 'The browsers you are signed in with, and their network addresses.',
		cursor: rowOf(authSessions),
		fields: {
			userAgent: authSessions.userAgent,
			clientAddress: authSessions.clientAddress,
			createdAt: authSessions.createdAt,
			expiresAt: authSessions.expiresAt,
			endsAt: authSessions.endsAt,
		},
	}),
]
