import { useId } from 'react'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { isWithin, MAIL_QUOTES, type MailQuotes, QUOTES_LABELS } from '#src/lib/forms/mail-quotes.ts'
import type { Preferences } from '../contract.ts'
import { updatePreferencesMutation } from '../queries.ts'
import { useSavedChoice } from './use-saved-choice.ts'

type Kind = Exclude<keyof Preferences, 'quotes'>

const kinds: Record<Kind, readonly [label: string, hint: string]> = {
	mentions: ['Mentions', 'When someone writes @ and your username.'],
	comments: [
		'New comments',
		'On questions you follow, in reply to you, and by instructors in your courses, at most every few minutes.',
	],
	reminders: ['Coaching reminders', 'The day before a coaching session, and if it is cancelled or moved.'],
	feedback: ['Journal feedback', 'When an instructor gives feedback on your journal.'],
	offers: [
		'Questions without an answer',
		'After a day, in categories you watch or have answered in, at most two a week.',
	],
	deadlines: ['Last days for credits', '90, 60, 30 and 7 days before a cycle of continuing education ends.'],
	news: ['Club news', 'New courses, sessions and announcements.'],
}
const kindNames = Object.keys(kinds) as Kind[]

interface QuotesProps {
	chosen: MailQuotes
	/** The maximum from the club's settings. */
	most: MailQuotes
	isDisabled: boolean
	onChoose(quotes: MailQuotes): void
}

function QuotesField({ chosen, most, isDisabled, onChoose }: QuotesProps) {
	const options = MAIL_QUOTES.filter((level) => isWithin(level, most))
	if (options.length === 1) return <p className="hint py-4">Emails link to a question or comment without its text.</p>
	return (
		<div className="py-4">
			<SelectField
				label="How much of questions and comments emails show"
				hint="Email is the least private copy of what colleagues write. Digests show titles only."
				value={isWithin(chosen, most) ? chosen : most}
				disabled={isDisabled}
				onChange={(event) => onChoose(event.target.value as MailQuotes)}
				options={options.map((level) => [level, QUOTES_LABELS[level]] as const)}
			/>
		</div>
	)
}

/** Sets which emails the member gets, and how much they quote. Saves each change immediately. */
export function PreferencesForm(props: { initial: Preferences; most: MailQuotes; hasCredits: boolean }) {
	const { initial, most, hasCredits } = props
	const {
		chosen: preferences,
		save: saveAll,
		isPending,
		box: boxes,
	} = useSavedChoice(updatePreferencesMutation, initial)
	const id = useId()
	const shown = kindNames.filter((name) => hasCredits || name !== 'deadlines')
	function save(change: Partial<Preferences>): void {
		const next = { ...preferences, ...change }
		saveAll(next, next)
	}
	return (
		<fieldset ref={boxes} className="border-t border-rule">
			<legend className="sr-only">Email settings</legend>
			{shown.map((name) => (
				<div key={name} className="flex items-start gap-4 border-b border-rule py-4">
					<input
						id={`${id}-${name}`}
						type="checkbox"
						className="mt-0.5 size-6 flex-none"
						checked={preferences[name]}
						// Disabled one by one: a disabled fieldset would lose the focus before it can be restored.
						disabled={isPending}
						aria-describedby={`${id}-${name}-hint`}
						onChange={(event) => save({ [name]: event.target.checked })}
					/>
					<div>
						<label className="label" htmlFor={`${id}-${name}`}>
							{kinds[name][0]}
						</label>
						<p className="hint" id={`${id}-${name}-hint`}>
							{kinds[name][1]}
						</p>
					</div>
				</div>
			))}
			<QuotesField
				chosen={preferences.quotes}
				most={most}
				isDisabled={isPending}
				onChoose={(quotes) => save({ quotes })}
			/>
		</fieldset>
	)
}
