import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { leave, UNDO_DAYS } from '../contract.ts'
import { leaveMutation } from '../queries.ts'

const choices = {
	stay: ['My posts stay as “Former member”', 'Your questions and comments stay for others, without your name.'],
	go: ['My posts go', 'Answers from others stay, below a question without text.'],
} as const

/** Form to leave the club, with a choice about posts. Submitting it asks for a confirmation. */
export function LeaveForm() {
	const form = useContractForm(leave.body, leaveMutation, {
		defaultValues: { posts: 'stay' as const },
		labels: { posts: 'Your questions and comments' },
		draft: undefined,
	})
	return (
		<Form of={form} className="grid gap-5">
			<fieldset className="grid gap-2">
				<legend className="label mb-1">{form.labels.posts}</legend>
				{(['stay', 'go'] as const).map((value) => (
					<label key={value} className="flex min-h-control cursor-pointer items-start gap-3">
						<input type="radio" className="size-6 flex-none" value={value} {...form.register('posts')} />
						<span>
							{choices[value][0]}
							<span className="block text-small text-muted">{choices[value][1]}</span>
						</span>
					</label>
				))}
			</fieldset>
			<p className="text-muted">
				You are signed out everywhere at once. For {UNDO_DAYS} days you can undo it, with the link in our email or where
				you sign in.
			</p>
			<div>
				<SubmitButton form={form} variant="danger" busy="Leaving...">
					Leave the club
				</SubmitButton>
			</div>
		</Form>
	)
}
