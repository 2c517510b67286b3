import { Check } from 'lucide-react'
import { type MouseEvent, useEffect } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useDiscard } from '#src/components/ui/forms/use-discard.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { MentionField } from '#src/features/comments/components/MentionField.tsx'
import { FormReminder } from '#src/features/confidentiality/components/FormReminder.tsx'
import { useReminder } from '#src/features/confidentiality/components/use-reminder.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import type { Category } from '../category-contract.ts'
import { type QuestionBody, questionBody } from '../contract.ts'
import { createQuestionMutation, listCategoriesQuery, updateQuestionMutation } from '../queries.ts'
import { CategoryOptions } from './CategoryOptions.tsx'
import { rememberPosted, usePosted } from './posted.ts'
import { SimilarQuestions } from './SimilarQuestions.tsx'

/** Explains that questions need a category, and links admins to the categories. */
function NoCategories({ isAdmin }: { isAdmin: boolean }) {
	return (
		<div className="card">
			{isAdmin ? (
				<EmptyState
					title="There are no categories yet"
					action={
						<a className={buttonClass()} href="/admin/categories">
							Add a category
						</a>
					}
				>
					Every question needs a category. Members can ask once there is one.
				</EmptyState>
			) : (
				<EmptyState
					title="Questions cannot be asked yet"
					action={
						<a className={buttonClass({ variant: 'line' })} href="/questions">
							Back to Questions
						</a>
					}
				>
					Every question needs a category, and there is none yet. An admin can add one.
				</EmptyState>
			)}
		</div>
	)
}

/** After Back, links to the question that was just posted, and explains that this form is for another one. */
function PostedNotice({ id }: { id: string }) {
	return (
		<p className="alert mb-5" role="status">
			<Check aria-hidden="true" strokeWidth={1.75} />
			<span>
				Your question is posted.{' '}
				<a className="link" href={`/questions/${id}`}>
					Read it
				</a>
				or ask another one here.
			</span>
		</p>
	)
}

type Props = {
	categories: Category[]
	viewer: { id: string; role: 'admin' | 'user' }
	/** Initial title of a new question, from a search without results. An existing draft takes precedence. */
	title?: string
	/** URL that a new question is about, such as an episode at a second. Added to an existing draft. */
	about?: string
	/** The question to edit; undefined for a new one. */
	edited?: { id: string; version: number } & QuestionBody
	onDone?: () => void
	/** Whether a draft opened the form. Then it takes no focus. */
	isRestored?: boolean
}

export const questionEditDraft = (id: string, userId: string) => `question-edit:${id}:${userId}`

const toForm = ({ title, body, categoryId }: QuestionBody) => ({ title, body, categoryId })

function useQuestionForm({ viewer, categories, title = '', about = '', edited, onDone, isRestored = false }: Props) {
	const [posted, setPosted] = usePosted()
	const reminder = useReminder()
	const form = useContractForm<
		QuestionBody,
		QuestionBody,
		{ id: string } | undefined,
		QuestionBody & { version?: number | undefined; idempotencyKey?: string | undefined },
		QuestionBody & { version: number }
	>(questionBody, edited ? updateQuestionMutation(edited.id) : createQuestionMutation, {
		defaultValues: edited ? toForm(edited) : { title, body: about && `${about}\n\n`, categoryId: '' },
		labels: { categoryId: 'Category', title: 'Title', body: 'Question Details' },
		draft: edited
			? { key: questionEditDraft(edited.id, viewer.id) }
			: { key: `question:${viewer.id}`, isIdempotent: true },
		edited: {
			what: 'question',
			original: edited,
			toForm,
			formats: { categoryId: (chosen) => categories.find(({ id }) => id === chosen)?.name ?? 'Another category' },
		},
		toInput: (body, base, idempotencyKey) => ({ ...body, version: base?.version, idempotencyKey }),
		// Posting leaves the page; input during a pending edit keeps the form open.
		afterSending: edited ? 'stays' : 'ends',
		async before(body, send) {
			if (await reminder.check({ title: body.title, body: body.body })) send(body)
		},
		onDone(answer, isDone) {
			if (answer) {
				rememberPosted(answer.id)
				window.location.assign(`/questions/${answer.id}`)
			} else if (isDone) onDone?.()
		},
		onBack: (answer) => setPosted(answer?.id),
	})
	const isEdit = edited !== undefined
	useEffect(() => {
		// The user opened the form and wants to type.
		if (isEdit && !isRestored) form.setFocus('title')
	}, [form.setFocus, isEdit, isRestored])
	const { getValues, setValue } = form
	useEffect(() => {
		// A draft may have been restored before this effect and replaced the body.
		const body = getValues('body')
		if (!body.includes(about)) setValue('body', `${body.trimEnd()}\n\n${about}\n\n`, { shouldDirty: true })
	}, [about, getValues, setValue])
	return { form, reminder, posted: isEdit ? undefined : posted }
}

/** Closes the form of an edit, or returns to the list from a new question. */
function CancelButton({ isEdit, isBusy, onCancel }: { isEdit: boolean; isBusy: boolean; onCancel: () => void }) {
	function leave(event: MouseEvent): void {
		// Opening the list in another tab discards nothing.
		if (event.ctrlKey || event.metaKey || event.shiftKey) return
		event.preventDefault()
		onCancel()
	}
	return isEdit ? (
		<Button variant="line" size="lg" disabled={isBusy} onClick={onCancel}>
			Cancel
		</Button>
	) : (
		<a className={buttonClass({ variant: 'line', size: 'lg' })} href="/questions" onClick={leave}>
			Cancel
		</a>
	)
}

/** Asks or edits a question. The browser stores the input until it is posted. */
export function QuestionForm({ categories: initial, ...props }: Props) {
	const { viewer, edited, onDone } = props
	const { data: categories } = useQuery(listCategoriesQuery, { initial })
	const { form, reminder, posted } = useQuestionForm({ ...props, categories })
	const { cancel, question } = useDiscard({
		isNeeded: form.hasText,
		onDiscard() {
			// The back/forward cache may restore this page as it is left.
			form.discard()
			if (edited) return onDone?.()
			window.location.assign('/questions')
		},
	})
	if (categories.length === 0) return <NoCategories isAdmin={viewer.role === 'admin'} />

	return (
		// Otherwise, the browser would fill in a posted question after Back. Unposted input is stored as a draft.
		<Form of={form} autoComplete="off" className="grid gap-5">
			{posted !== undefined && <PostedNotice id={posted} />}
			<SelectField {...form.field('categoryId')}>
				<option value="">Select a category</option>
				<CategoryOptions categories={categories} />
			</SelectField>
			<div>
				<TextField maxLength={200} autoComplete="off" {...form.field('title')} />
				{!edited && <SimilarQuestions control={form.control} />}
			</div>
			<MentionField
				hint="Say what happened and what you have tried. Leave out anything that could identify your client. You can mention others with @username."
				rows={9}
				{...form.field('body')}
			/>
			<FormReminder form={form} reminder={reminder} />
			<div className="flex flex-wrap gap-3">
				<SubmitButton
					form={form}
					size="lg"
					loading={reminder.isChecking}
					busy={reminder.isChecking ? 'Checking...' : edited ? 'Saving...' : 'Posting...'}
				>
					{edited ? 'Save Changes' : 'Post Question'}
				</SubmitButton>
				<CancelButton isEdit={edited !== undefined} isBusy={form.isPending} onCancel={cancel} />
			</div>
			{question}
		</Form>
	)
}
