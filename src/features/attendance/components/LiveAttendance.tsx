import type { ReactNode } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { withPeriod } from '../attendance-text.ts'
import type { Attendance } from '../contract.ts'
import { signOutOfSessionMutation } from '../queries.ts'
import { Affirmation } from './Affirmation.tsx'
import { SpokenCode } from './SpokenCode.tsx'

/** Shows the check-in, the sign-out and the entered codes of a session. */
function Presence({ attendance: { live, codesEntered } }: { attendance: Attendance }) {
	if (!live) return null
	const { checkedInAt, signedOutAt, isMoved, hasCodes } = live
	const codes =
		hasCodes && codesEntered > 0 && ` ${codesEntered} spoken ${codesEntered === 1 ? 'code' : 'codes'} entered.`
	if (!checkedInAt)
		return (
			<p role="status">
				{isMoved
					? 'The session was moved after you checked in, so that check-in does not count.'
					: 'You have not checked in.'}
				{codes}
			</p>
		)
	return (
		<p role="status">
			You checked in at <LocalTime when={checkedInAt} as="time" />
			{signedOutAt && (
				<>
					{' '}
					and signed out at <LocalTime when={signedOutAt} as="time" />
				</>
			)}
			.{codes}
		</p>
	)
}

/**
 * Shows the attendance of a live session: check-in, codes, sign-out.
 * @param checkIn the offer to check in, shown until the end of the session if the check-in is missing.
 */
export function LiveAttendance({ attendance, checkIn }: { attendance: Attendance; checkIn: ReactNode }) {
	const signOut = useMutation(signOutOfSessionMutation(attendance.id))
	const { live, missing } = attendance
	// Shows only the next step.
	if (live && !live.checkedInAt && checkIn)
		return (
			<>
				<Presence attendance={attendance} />
				{checkIn}
			</>
		)
	return (
		<>
			<Presence attendance={attendance} />
			{missing === null ? <Affirmation attendance={attendance} /> : <p className="text-muted">{withPeriod(missing)}</p>}
			{live?.hasCodes && missing !== null && (
				<SpokenCode id={attendance.id} hint="The host speaks it during the session. Type each one as you hear it." />
			)}
			{signOut.isError && <Alert>{messageOf(signOut.error, signOut.fallback)}</Alert>}
			{live?.checkedInAt && !live.signedOutAt && (
				<Button variant="line" className="mt-3" loading={signOut.isPending} onClick={() => signOut.mutate()}>
					Sign out of the session
				</Button>
			)}
		</>
	)
}
