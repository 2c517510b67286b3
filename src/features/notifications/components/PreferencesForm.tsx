import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFocusThrough } from '#src/components/ui/focus.ts'
import { call } from '#src/lib/api-client.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { showToast } from '#src/lib/toast.ts'
import { type Preferences, updatePreferences } from '../contract.ts'

const kinds: readonly [keyof Preferences, string, string][] = [
	['mentions', 'Mentions', 'When somebody writes @ and your username.'],
	['comments', 'New comments', 'On questions you follow, every few minutes at most.'],
	['reminders', 'Coaching reminders', 'The day before a session, and when it is then called off or moved.'],
]

/** Which mails the member wants. Every change is saved at once. */
export function PreferencesForm({ initial }: { initial: Preferences }) {
	const [wanted, setWanted] = useState(initial)
	const id = useId()
	const mutation = useMutation(
		{
			mutationFn: ({ next }: { next: Preferences; before: Preferences }) => call(updatePreferences, { body: next }),
			onSuccess: () => showToast({ title: 'Preferences saved' }),
			onError(error, { before }) {
				setWanted(before)
				failureToast('Failed to save preferences', '')(error)
			},
		},
		queryClient,
	)
	const boxes = useFocusThrough<HTMLFieldSetElement>(mutation.isPending)
	return (
		<fieldset ref={boxes} className="border-t border-rule">
			<legend className="sr-only">E-mail notifications</legend>
			{kinds.map(([name, label, hint]) => (
				<div key={name} className="flex items-start gap-4 border-b border-rule py-4">
					<input
						id={`${id}-${name}`}
						type="checkbox"
						className="mt-1 size-5 flex-none accent-primary"
						checked={wanted[name]}
						// Each by itself: a fieldset that is disabled drops the focus before it can be kept.
						disabled={mutation.isPending}
						aria-describedby={`${id}-${name}-hint`}
						onChange={(event) => {
							const next = { ...wanted, [name]: event.target.checked }
							setWanted(next)
							mutation.mutate({ next, before: wanted })
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
