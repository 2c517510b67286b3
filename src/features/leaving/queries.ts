import { clearUserData } from '#src/components/site/header/end-session.ts'
import type { BodyInput } from '#src/lib/api/contract.ts'
import { mutation } from '#src/lib/api/query.ts'
import { formatDay } from '#src/lib/dates/dates.ts'
import { leave, undoLeave } from './contract.ts'

export const leaveMutation = mutation(leave, {
	input: (body: BodyInput<typeof leave>) => ({ body }),
	follows: () => void clearUserData().then(() => window.location.assign('/')),
	done: ({ until }) => ({
		title: 'You have left',
		description: `You are signed out. Until ${formatDay(until)} the link in our email brings everything back.`,
		afterNavigation: true,
	}),
	fallback: 'Your account was not changed',
})

export const undoLeaveMutation = mutation(undoLeave, {
	input: (body: BodyInput<typeof undoLeave>) => ({ body }),
	fallback: 'Your account was not changed',
})
