import { useId, useState } from 'react'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import type { ResponseOf } from '#src/lib/api/contract.ts'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { readBytes } from '#src/lib/forms/read-file.ts'
import type { importParticipants } from '../../admin-contract.ts'
import { importParticipantsMutation } from '../../admin-queries.ts'

/** Maximum number of names, addresses or lines to show, for each kind. */
const MAX_SHOWN = 20

const joinShown = (texts: readonly string[]) =>
	texts.length > MAX_SHOWN
		? `${texts.slice(0, MAX_SHOWN).join(', ')} and ${texts.length - MAX_SHOWN} more`
		: texts.join(', ')

/** Shows the result of an import. */
function Result({ result }: { result: ResponseOf<typeof importParticipants> }) {
	const { matched, over, short, unknown, unread } = result
	return (
		<Alert tone="info">
			<p>{matched === 1 ? 'The minutes of 1 member were saved.' : `The minutes of ${matched} members were saved.`}</p>
			{short.length > 0 && <p>Fewer minutes than needed: {joinShown(short)}.</p>}
			{over.length > 0 && <p>Already complete or refused, so nothing was changed: {joinShown(over)}.</p>}
			{unknown.length > 0 && <p>No active member has these addresses: {joinShown(unknown)}.</p>}
			{unread.length > 0 && (
				<>
					<p className="mt-3">Left out, without an email address or a duration:</p>
					<ul className="list-disc ps-5">
						{unread.slice(0, MAX_SHOWN).map(({ line, text }) => (
							<li key={line} className="break-words">
								Line {line}: {text}
							</li>
						))}
						{unread.length > MAX_SHOWN && <li>{unread.length - MAX_SHOWN} more lines</li>}
					</ul>
				</>
			)}
		</Alert>
	)
}

/** Imports a session's participant list from the video platform. */
export function ParticipantsImport({ activityId }: { activityId: string }) {
	const id = useId()
	const importing = useMutation(importParticipantsMutation(activityId))
	const [readError, setWrong] = useState('')
	const { data } = importing
	async function importFile(file: File | undefined) {
		if (!file) return
		setWrong('')
		try {
			importing.mutate(await readBytes(file))
		} catch (error) {
			setWrong(messageOf(error, 'This file could not be read'))
		}
	}
	const failure = readError || (importing.isError ? messageOf(importing.error, importing.fallback) : '')
	return (
		<section className="card card-body mb-6" aria-labelledby={`${id}-title`}>
			<h2 id={`${id}-title`} className="text-subtitle">
				List of participants
			</h2>
			<p className="mt-1 text-muted">
				Save it as CSV on your video platform. Minutes are matched by email address and count as one of the two proofs
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
					disabled={importing.isPending}
					onChange={(event) => void importFile(event.target.files?.[0])}
				/>
			</div>
			<div className="mt-3 grid gap-3" aria-live="polite">
				{importing.isPending && <p>Importing...</p>}
				{failure && <Alert>{failure}</Alert>}
				{data && <Result result={data} />}
			</div>
		</section>
	)
}
