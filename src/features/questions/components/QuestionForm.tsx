import { Check } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { Button } from '#src/components/ui/Button.tsx'
import { DiscardDialog } from '#src/components/ui/Dialog.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { SelectField, TextField } from '#src/components/ui/Field.tsx'
import { PostFailure } from '#src/components/ui/PostFailure.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { Reminder } from '#src/features/confidentiality/components/Reminder.tsx'
import { useReminder } from '#src/features/confidentiality/components/use-reminder.ts'
import { keepDraft } from '#src/lib/draft-storage.ts'
import { useFormDraft } from '#src/lib/drafts.ts'
import { useMutation, useQuery } from '#src/lib/query.ts'
import { useSchemaForm } from '#src/lib/schema-form.ts'
import { type Category, type QuestionBody, questionBody } from '../contract.ts'
import { createQuestionMutation, listCategoriesQuery, updateQuestionMutation } from '../queries.ts'
import { CategoryOptions } from './CategoryOptions.tsx'
import { MentionField } from './MentionField.tsx'
import { rememberPosted, usePosted } from './posted.ts'

/** Without a category nothing can be asked: says so, and to an admin where to make one. */
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
					A question needs one. Members can ask as soon as there is a category.
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
					A question needs a category, and there is none so far. The admins of the club can add one.
				</EmptyState>
			)}
		</div>
	)
}

/** After Back from a question just posted: where it is, and that this form is for another one. */
function PostedNotice({ id }: { id: string }) {
	return (
		<p className="alert mb-5" role="status">
			<Check aria-hidden="true" strokeWidth={1.75} />
			<span>
				Your question is posted.{' '}
				<a className="link" href={`/questions/${id}`}>
					Read it
				</a>
				, or ask another one here.
			</span>
		</p>
	)
}

const isSameText = (one: QuestionBody, other: QuestionBody) => one.title === other.title && one.body === other.body

function submitWords({ isEdit, isChecking, isPosting }: Record<'isEdit' | 'isChecking' | 'isPosting', boolean>) {
	if (isChecking) return 'Checking...'
	if (isEdit) return isPosting ? 'Saving...' : 'Save Changes'
	return isPosting ? 'Posting...' : 'Post Question'
}

type Props = {
	categories: Category[]
	/** Whose draft is kept, and what they may do where there is no category. */
	viewer: { id: string; role: 'admin' | 'user' }
	/** The question to edit; a new one without it. */
	edited?: { id: string } & QuestionBody
	/** Called when editing ends, saved or not. */
	onDone?: () => void
}

/** Asks a question, or edits one. What is typed is kept in the browser until it is posted. */
export function QuestionForm({ categories: initial, viewer, edited, onDone }: Props) {
	const { data: categories } = useQuery(listCategoriesQuery, { initial })
	const [posted, setPosted] = usePosted()
	const form = useSchemaForm(questionBody, {
		defaultValues: { title: edited?.title ?? '', body: edited?.body ?? '', categoryId: edited?.categoryId ?? '' },
	})
	const draft = edited ? undefined : `question:${viewer.id}`
	useFormDraft(draft, form)
	const reminder = useReminder()
	const [isReady, setReady] = useState(false)
	const isEdit = edited !== undefined
	useEffect(() => {
		setReady(true)
		// Who opened it wants to write.
		if (isEdit) form.setFocus('title')
	}, [form.setFocus, isEdit])
	const mutation = useMutation<{ id: string } | undefined, QuestionBody>(
		edited ? updateQuestionMutation(edited.id) : createQuestionMutation,
		{
			onDone(answer) {
				if (!answer) return
				if (draft) keepDraft(draft, undefined)
				rememberPosted(answer.id)
				window.location.assign(`/questions/${answer.id}`)
			},
			onRefreshed(_, sent) {
				if (!edited) return
				// What was typed while it was on its way is not lost: the form stays open for it.
				const now = form.getValues()
				if (now.title.trim() === sent.title && now.body.trim() === sent.body && now.categoryId === sent.categoryId)
					onDone?.()
			},
		},
	)
	// The browser may bring the page back as it was left, with a question that is posted by now.
	useEffect(() => {
		const show = ({ persisted }: PageTransitionEvent) => {
			if (!persisted || edited || !mutation.isSuccess) return
			setPosted(mutation.data?.id)
			mutation.reset()
			form.reset({ title: '', body: '', categoryId: '' })
		}
		window.addEventListener('pageshow', show)
		return () => window.removeEventListener('pageshow', show)
	}, [edited, mutation, form.reset, setPosted])
	const { errors } = form.formState
	// After success the page is being left: the button stays busy until the next one is there.
	const isPosting = mutation.isPending || (mutation.isSuccess && !edited)
	const submit = form.handleSubmit(async (body) => {
		const atPress = { ...form.getValues() }
		if (!(await reminder.check({ title: body.title, body: body.body }))) return
		// What was typed while the rules were on their way belongs to the post, and is checked as well.
		const now = form.getValues()
		if (isSameText(now, atPress)) mutation.mutate(body)
		else void submit()
	})

	const [isAsking, setAsking] = useState(false)
	const hasText = () => {
		const { title, body } = form.getValues()
		return title.trim() !== (edited?.title ?? '') || body.trim() !== (edited?.body ?? '')
	}
	function discard(): void {
		if (edited) {
			onDone?.()
			return
		}
		// The browser may bring this page back as it is left.
		form.reset({ title: '', body: '', categoryId: '' })
		if (draft) keepDraft(draft, undefined)
		window.location.assign('/questions')
	}
	const cancel = (event: MouseEvent) => {
		// A click that opens the list elsewhere leaves nothing behind.
		if (event.ctrlKey || event.metaKey || event.shiftKey) return
		event.preventDefault()
		if (hasText()) setAsking(true)
		else discard()
	}
	if (categories.length === 0) return <NoCategories isAdmin={viewer.role === 'admin'} />

	return (
		// What the browser would fill in after Back is a question that was posted; what was not is kept as a draft.
		<form method="post" noValidate autoComplete="off" className="grid gap-5" onSubmit={submit}>
			{posted !== undefined && !edited && <PostedNotice id={posted} />}
			{mutation.isError && <PostFailure error={mutation.error} fallback={mutation.fallback} />}
			<SelectField label="Category" error={errors.categoryId?.message} {...form.register('categoryId')}>
				<option value="">Select a category</option>
				<CategoryOptions categories={categories} />
			</SelectField>
			<TextField
				label="Title"
				maxLength={200}
				autoComplete="off"
				error={errors.title?.message}
				// The page is being left: what is typed now would go with it.
				readOnly={isPosting && !edited}
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
						readOnly={isPosting && !edited}
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
				<Button type="submit" size="lg" loading={isPosting || reminder.isChecking} disabled={!isReady}>
					{submitWords({ isEdit, isChecking: reminder.isChecking, isPosting })}
				</Button>
				{edited ? (
					<Button variant="line" size="lg" disabled={isPosting} onClick={cancel}>
						Cancel
					</Button>
				) : (
					<a className={buttonClass({ variant: 'line', size: 'lg' })} href="/questions" onClick={cancel}>
						Cancel
					</a>
				)}
			</div>
			{isAsking && <DiscardDialog onKeep={() => setAsking(false)} onDiscard={discard} />}
		</form>
	)
}
