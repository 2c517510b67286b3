import { useId, useState } from 'react'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { readBytes } from '#src/lib/forms/read-file.ts'
import { importParticipantsMutation } from '../../admin-queries.ts'

/** Takes the video platform's list of participants of a session. */
export function ParticipantsImport({ activityId }: { activityId: string }) {
	const id = useId()
	const sending = useMutation(importParticipantsMutation(activityId))
	const [wrong, setWrong] = useState('')
	const { data } = sending
	async function take(file: File | undefined) {
		if (!file) return
		setWrong('')
		try {
			sending.mutate(await readBytes(file))
		} catch (error) {
			setWrong(messageOf(error, 'This file could not be read'))
		}
	}
	const failure = wrong || (sending.isError ? messageOf(sending.error, sending.fallback) : '')
	return (
		<section className="card card-body mb-6" aria-labelledby={`${id}-title`}>
			<h2 id={`${id}-title`} className="text-subtitle">
				List of participants
			</h2>
			<p className="mt-1 text-muted">
				Save it as CSV on your video platform. Minutes are matched by email address, and count as one of the two proofs
				that a session needs.
			</p>
			<div className="field mt-4">
				<label className="label" htmlFor={id}>
					CSV file
				</label>
				<input
					id={id}
					type="file"
					className="input"
					accept=".csv,text/csv"
					disabled={sending.isPending}
					onChange={(event) => void take(event.target.files?.[0])}
				/>
			</div>
			<div className="mt-3 grid gap-3" aria-live="polite">
				{sending.isPending && <p>Importing...</p>}
				{failure && <Alert>{failure}</Alert>}
				{data && (
					<Alert tone="info">
						<p>
							{data.matched === 1
								? 'The minutes of 1 member were stored.'
								: `The minutes of ${data.matched} members were stored.`}
						</p>
						{data.short.length > 0 && <p>Fewer minutes than needed: {data.short.join(', ')}.</p>}
						{data.unknown.length > 0 && <p>No active member has these addresses: {data.unknown.join(', ')}.</p>}
					</Alert>
				)}
			</div>
		</section>
	)
}
