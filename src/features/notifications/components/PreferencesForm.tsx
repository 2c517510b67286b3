import { useId, useState } from 'react'
import { useFocusThrough } from '#src/components/ui/focus.ts'
import { useMutation } from '#src/lib/query.ts'
import type { Preferences } from '../contract.ts'
import { updatePreferencesMutation } from '../queries.ts'

const kinds: readonly [keyof Preferences, string, string][] = [
	['mentions', 'Mentions', 'When somebody writes @ and your username.'],
	['comments', 'New comments', 'On questions you follow, every few minutes at most.'],
	['reminders', 'Coaching reminders', 'The day before a coaching session, and when it is then called off or moved.'],
	['feedback', 'Journal feedback', 'When an instructor answers what you wrote in a journal.'],
	['news', 'News of the club', 'New courses, new sessions and notes, from the people who run it.'],
]

/** Which mails the member wants. Every change is saved at once. */
export function PreferencesForm({ initial }: { initial: Preferences }) {
	const [wanted, setWanted] = useState(initial)
	const id = useId()
	const mutation = useMutation(updatePreferencesMutation)
	const boxes = useFocusThrough<HTMLFieldSetElement>(mutation.isPending)
	return (
		<fieldset ref={boxes} className="border-t border-rule">
			<legend className="sr-only">E-mail notifications</legend>
			{kinds.map(([name, label, hint]) => (
				<div key={name} className="flex items-start gap-4 border-b border-rule py-4">
					<input
						id={`${id}-${name}`}
						type="checkbox"
						className="mt-0.5 size-6 flex-none"
						checked={wanted[name]}
						// Each by itself: a fieldset that is disabled drops the focus before it can be kept.
						disabled={mutation.isPending}
						aria-describedby={`${id}-${name}-hint`}
						onChange={(event) => {
							const next = { ...wanted, [name]: event.target.checked }
							setWanted(next)
							mutation.mutate(next, { onError: () => setWanted(wanted) })
						}}
					/>
					<div>
						<label className="label" htmlFor={`${id}-${name}`}>
							{label}
						</label>
						<p className="hint" id={`${id}-${name}-hint`}>
							{hint}
						</p>
					</div>
				</div>
			))}
		</fieldset>
	)
}
