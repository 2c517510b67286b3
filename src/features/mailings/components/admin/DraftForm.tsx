import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { MailPreview } from '#src/components/ui/dialogs/MailPreview.tsx'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { SaveBar } from '#src/components/ui/forms/SaveBar.tsx'
import { RichTextEditor } from '#src/features/rich-text/components/editor/RichTextEditor.tsx'
import { RichText } from '#src/features/rich-text/components/RichText.tsx'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { useIsHydrating } from '#src/lib/use-is-hydrating.ts'
import {
	countAudienceQuery,
	previewMailingMutation,
	testMailingMutation,
	updateMailingMutation,
} from '../../admin-queries.ts'
import type { MailingChoices } from '../../choices.ts'
import { type Mailing, previewMailing } from '../../contract.ts'
import { audienceNames, audienceText, membersText } from '../../mailing-text.ts'
import { audienceOf, isCourse, mailingForm, toBody, toForm } from './mailing-form.ts'
import { SendDialog } from './SendDialog.tsx'

const labels = { to: 'To', subject: 'Subject', content: 'Text' }

type Props = {
	mailing: Mailing
	choices: MailingChoices
	user: { id: string; email: string }
	clubZone: string
}

function useDraftForm({ mailing, choices, user }: Props) {
	const nameOf = (to: string) =>
		choices.courses.find(({ id }) => id === audienceOf(to).courseId)?.title ??
		(isCourse(to) ? 'A course' : audienceText({ ...audienceOf(to), courseTitle: null }))
	return useContractForm(mailingForm, updateMailingMutation(mailing.id), {
		labels,
		defaultValues: toForm(mailing),
		draft: { key: `${user.id}:mailing:${mailing.id}` },
		edited: {
			what: 'mail',
			original: mailing,
			toForm,
			formats: { to: nameOf, content: (html) => (html ? <RichText html={html} /> : '') },
		},
		toInput: (values, base) => ({ ...toBody(values), version: base?.version }),
		afterSending: 'stays',
		saved: toForm,
	})
}

type DraftFormState = ReturnType<typeof useDraftForm>

function AudienceHint({ to }: { to: string }) {
	const { data, error } = useQuery(countAudienceQuery(audienceOf(to)))
	if (error) return <>The recipients could not be counted.</>
	if (!data) return <>Counting...</>
	const { count, unsubscribed } = data
	return (
		<>
			{membersText(count)} {count === 1 ? 'gets' : 'get'} it.
			{unsubscribed > 0 &&
				` ${membersText(unsubscribed)} turned off news emails and ${unsubscribed === 1 ? 'gets' : 'get'} none.`}
		</>
	)
}

export function DraftForm(props: Props) {
	const { mailing, choices, clubZone } = props
	const form = useDraftForm(props)
	const [isSending, setSending] = useState(false)
	const isHydrating = useIsHydrating()
	const [to, content] = form.watch(['to', 'content'])
	// A deleted course stays selected in the draft.
	const isCourseDeleted = isCourse(to) && !choices.courses.some(({ id }) => id === audienceOf(to).courseId)
	return (
		<>
			{/* One level above the headings of the text. */}
			<h2 className="sr-only">Write it</h2>
			<Form of={form} className="mailing-form" aria-label="Mail">
				<SelectField {...form.field('to')} hint={isHydrating ? undefined : <AudienceHint to={to} />}>
					{Object.entries(audienceNames).map(([name, label]) => (
						<option key={name} value={name}>
							{label}
						</option>
					))}
					{isCourseDeleted && <option value={to}>{mailing.courseTitle ?? 'A deleted course'}</option>}
					<optgroup label="Enrolled in">
						{choices.courses.map(({ id, title }) => (
							<option key={id} value={`course:${id}`}>
								{title}
							</option>
						))}
					</optgroup>
				</SelectField>
				<TextField autoComplete="off" maxLength={150} {...form.field('subject')} />
				{isHydrating ? (
					<p className="label">{labels.content}</p>
				) : (
					<RichTextEditor
						key={form.round}
						label={labels.content}
						field="content"
						initial={content}
						noPictures={previewMailing.errors.picture[1]}
						error={form.errorOf('content')}
						onChange={(html) =>
							form.setValue('content', html, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
						}
					/>
				)}
				<DraftBar form={form} onSend={() => setSending(true)} />
			</Form>
			{isSending && <SendDialog mailing={form.base ?? mailing} clubZone={clubZone} onClose={() => setSending(false)} />}
		</>
	)
}

function DraftBar({ form, onSend }: { form: DraftFormState; onSend: () => void }) {
	const preview = useMutation(previewMailingMutation)
	const test = useMutation(testMailingMutation)
	const isUnsaved = form.isDirty
	/** Calls `then` with subject and content if they are valid; otherwise the form shows the errors. */
	async function withValidText(then: (formats: { subject: string; content: string }) => void) {
		if (await form.trigger(['subject', 'content'], { shouldFocus: true })) {
			const { subject, content } = form.getValues()
			then({ subject, content })
		}
	}
	return (
		<>
			<SaveBar
				status={isUnsaved ? 'Unsaved changes are kept in this browser. Only saved text is sent.' : 'All changes saved.'}
				isPending={form.isPending}
			>
				<Button variant="quiet" loading={preview.isPending} onClick={() => withValidText(preview.mutate)}>
					Preview
				</Button>
				<Button variant="quiet" loading={test.isPending} onClick={() => withValidText(test.mutate)}>
					{test.isPending ? 'Sending...' : 'Send to myself'}
				</Button>
				<SubmitButton form={form} busy="Saving..." variant="line">
					Save draft
				</SubmitButton>
				<Button disabled={isUnsaved || form.isPending} onClick={onSend}>
					Send...
				</Button>
			</SaveBar>
			{preview.data && (
				<MailPreview
					mail={preview.data}
					description="The email as you would get it. Each member sees their own name and an unsubscribe link at the bottom."
					onClose={preview.reset}
				/>
			)}
		</>
	)
}
