import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { Button } from '#src/components/ui/Button.tsx'
import { SelectField, TextField } from '#src/components/ui/Field.tsx'
import { PostFailure } from '#src/components/ui/PostFailure.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { Reminder } from '#src/features/confidentiality/components/Reminder.tsx'
import { useReminder } from '#src/features/confidentiality/components/use-reminder.ts'
import { call } from '#src/lib/api-client.ts'
import { keepDraft } from '#src/lib/draft-storage.ts'
import { useFormDraft } from '#src/lib/drafts.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { showToast } from '#src/lib/toast.ts'
import { type Category, createQuestion, type QuestionBody, questionBody, updateQuestion } from '../contract.ts'
import { refreshQuestions } from '../queries.ts'
import { CategoryOptions } from './CategoryOptions.tsx'
import { MentionField } from './MentionField.tsx'

type Props = {
	categories: Category[]
	/** Whose draft is kept. */
	userId: string
	/** The question to edit; a new one without it. */
	edited?: { id: string } & QuestionBody
	/** Called when editing ends, saved or not. */
	onDone?: () => void
}

/** Asks a question, or edits one. What is typed is kept in the browser until it is posted. */
export function QuestionForm({ categories, userId, edited, onDone }: Props) {
	const form = useContractForm(questionBody, {
		defaultValues: { title: edited?.title ?? '', body: edited?.body ?? '', categoryId: edited?.categoryId ?? '' },
	})
	const draft = edited ? undefined : `question:${userId}`
	useFormDraft(draft, form)
	const failed = edited ? 'Failed to update question' : 'Failed to post question'
	const reminder = useReminder()
	const [isReady, setReady] = useState(false)
	const isEdit = edited !== undefined
	useEffect(() => {
		setReady(true)
		// Who opened it wants to write.
		if (isEdit) form.setFocus('title')
	}, [form.setFocus, isEdit])
	const mutation = useMutation(
		{
			mutationFn: async (body: QuestionBody) => {
				if (!edited) return call(createQuestion, { body })
				await call(updateQuestion, { params: { id: edited.id }, body })
				return { id: edited.id }
			},
			async onSuccess({ id }) {
				if (draft) keepDraft(draft, undefined)
				if (edited) {
					await refreshQuestions()
					showToast({ title: 'Question updated' })
					onDone?.()
					return
				}
				showToast({ title: 'Question posted', afterNavigation: true })
				window.location.assign(`/questions/${id}`)
			},
			onError: failureToast(failed),
		},
		queryClient,
	)
	// The browser may bring the page back as it was left, with a question that is posted by now.
	useEffect(() => {
		const show = ({ persisted }: PageTransitionEvent) => {
			if (!persisted || edited || !mutation.isSuccess) return
			mutation.reset()
			form.reset({ title: '', body: '', categoryId: '' })
		}
		window.addEventListener('pageshow', show)
		return () => window.removeEventListener('pageshow', show)
	}, [edited, mutation, form.reset])
	const { errors } = form.formState
	// After success the page is being left: the button stays busy until the next one is there.
	const isPosting = mutation.isPending || (mutation.isSuccess && !edited)
	const submit = form.handleSubmit((body) => {
		if (reminder.check({ title: body.title, body: body.body })) mutation.mutate(body)
	})

	return (
		<form method="post" noValidate className="grid gap-5" onSubmit={submit}>
			{mutation.isError && <PostFailure error={mutation.error} fallback={failed} />}
			<SelectField label="Category" error={errors.categoryId?.message} {...form.register('categoryId')}>
				<option value="">Select a category</option>
				<CategoryOptions categories={categories} />
			</SelectField>
			<TextField
				label="Title"
				maxLength={200}
				autoComplete="off"
				error={errors.title?.message}
				{...form.register('title')}
			/>
			<Controller
				control={form.control}
				name="body"
				render={({ field }) => (
					<MentionField
						label="Question Details"
						hint="Say what happened and what you have tried, without what could tell who your client is. You can mention others with @username."
						rows={9}
						error={errors.body?.message}
						name={field.name}
						ref={field.ref}
						value={field.value}
						onText={field.onChange}
					/>
				)}
			/>
			<Reminder
				found={reminder.found}
				onReplace={(fields) => {
					for (const field of fields as ('title' | 'body')[]) {
						form.setValue(field, reminder.replaced(form.getValues(field)), { shouldDirty: true })
						form.setFocus(field)
					}
					reminder.close()
				}}
				onPost={() => {
					reminder.accept()
					void submit()
				}}
			/>
			<div className="flex flex-wrap gap-3">
				<Button type="submit" size="lg" loading={isPosting} disabled={!isReady}>
					{edited ? (isPosting ? 'Saving...' : 'Save Changes') : isPosting ? 'Posting...' : 'Post Question'}
				</Button>
				{edited ? (
					<Button variant="line" size="lg" onClick={onDone}>
						Cancel
					</Button>
				) : (
					<a className={buttonClass({ variant: 'line', size: 'lg' })} href="/questions">
						Cancel
					</a>
				)}
			</div>
		</form>
	)
}
