import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { unlockUserMutation } from '../../queries.ts'

/** Shows that wrong passwords have locked an account, with a button to unlock it. */
export function LockedOut({ id, until }: { id: string; until: string }) {
	const unlock = useMutation(unlockUserMutation)
	return (
		<div className="mb-6">
			<Alert>
				<p>
					Too many wrong passwords: sign-ins from new devices are refused until <LocalTime when={until} />. If the
					member asks you, unlock the sign-in.
				</p>
				{unlock.isError && <p className="mt-2">{messageOf(unlock.error, unlock.fallback)}</p>}
				<Button variant="line" className="btn-small mt-3" loading={unlock.isPending} onClick={() => unlock.mutate(id)}>
					Unlock the sign-in
				</Button>
			</Alert>
		</div>
	)
}
