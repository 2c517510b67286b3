import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import type { Attendance } from '../contract.ts'
import { signOutOfSessionMutation } from '../queries.ts'
import { Affirmation } from './Affirmation.tsx'
import { SpokenCode } from './SpokenCode.tsx'

/** Attendance of a live session: checked in, codes, signed out. */
export function LiveAttendance({ attendance }: { attendance: Attendance }) {
	const signOut = useMutation(signOutOfSessionMutation(attendance.id))
	const { live, missing, codesEntered } = attendance
	if (!live?.checkedInAt) return null
	const { checkedInAt, signedOutAt, hasCodes } = live
	return (
		<>
			<p role="status">
				You checked in at <LocalTime when={checkedInAt} />
				{signedOutAt && (
					<>
						{' '}
						and signed out at <LocalTime when={signedOutAt} />
					</>
				)}
				.{hasCodes && codesEntered > 0 && ` ${codesEntered} spoken ${codesEntered === 1 ? 'code' : 'codes'} entered.`}
			</p>
			{missing === null ? (
				<Affirmation attendance={attendance} />
			) : (
				<p className="text-muted">{missing.replace(/\.?$/, '.')}</p>
			)}
			{hasCodes && !signedOutAt && (
				<SpokenCode id={attendance.id} hint="The host speaks it during the session. Type each one as you hear it." />
			)}
			{signOut.isError && <Alert>{messageOf(signOut.error, signOut.fallback)}</Alert>}
			{!signedOutAt && (
				<Button variant="line" className="mt-3" loading={signOut.isPending} onClick={() => signOut.mutate()}>
					Sign out of the session
				</Button>
			)}
		</>
	)
}
