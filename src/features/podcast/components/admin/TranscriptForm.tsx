import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import type { BodyInput, ResponseOf } from '#src/lib/api/contract.ts'
import { isApiError } from '#src/lib/api/errors.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { saveTranscriptMutation } from '../../admin-queries.ts'
import { MAX_TRANSCRIPT_BYTES, saveTranscript, TOO_LARGE } from '../../library-admin-contract.ts'

/** Omits `keep`, which is set only if the admin decides to replace the feed's transcript. */
const fields = z.omit(saveTranscript.body, { keep: true })
type Format = BodyInput<typeof saveTranscript>['format']

const labels = { format: 'Format', text: 'Transcript' }
const FORMATS: Record<Format, string> = {
	vtt: 'WebVTT (.vtt)',
	srt: 'SubRip (.srt)',
	json: 'Podcast namespace JSON (.json)',
	text: 'Plain text, with or without times (.txt)',
}
const FORMATS_BY_EXTENSION: Record<string, Format> = { vtt: 'vtt', srt: 'srt', json: 'json', txt: 'text' }

type Outcome = ResponseOf<typeof saveTranscript>

type Props = { id: string; hasOwn: boolean; userId: string }

/** Saves a pasted or uploaded transcript. Input that cannot be parsed stays in the form. */
export function TranscriptForm({ id, hasOwn, userId }: Props) {
	const [outcome, setOutcome] = useState<Outcome>()
	const keep = useRef(false)
	const form = useContractForm(fields, saveTranscriptMutation(id), {
		defaultValues: { format: 'vtt', text: '' },
		labels,
		draft: { key: `${userId}:transcript:${id}` },
		afterSending: 'empties',
		toInput: (body) => ({ ...body, keep: keep.current }),
		onDone(answer) {
			keep.current = false
			setOutcome(answer)
		},
		onFailed: () => setOutcome(undefined),
	})
	const isConflict = isApiError(form.failure?.error) && form.failure.error.status === 409
	async function readFile(file: File | undefined) {
		if (!file) return
		if (file.size > MAX_TRANSCRIPT_BYTES) return form.setError('text', { message: TOO_LARGE })
		const format = FORMATS_BY_EXTENSION[file.name.split('.').at(-1)?.toLowerCase() ?? '']
		if (format) form.setValue('format', format)
		form.clearErrors('text')
		form.setValue('text', await file.text(), { shouldDirty: true })
	}
	function keepMine() {
		keep.current = true
		void form.submit()
	}
	return (
		<Form
			of={form}
			className="grid gap-5"
			aria-label="Your transcript"
			failureNote={isConflict && <KeepMineNotice onKeep={keepMine} />}
		>
			{outcome && <Saved outcome={outcome} />}
			<TextField
				label="A file"
				type="file"
				optional
				accept=".vtt,.srt,.json,.txt,text/vtt,application/x-subrip,application/json,text/plain"
				hint="At most 2 MB. The text appears in the field below so you can check it before saving."
				onChange={({ target }) => void readFile(target.files?.[0])}
			/>
			<SelectField {...form.field('format')} options={FORMATS} />
			<TextAreaField rows={8} spellCheck={false} className="font-mono text-small" {...form.field('text')} />
			<p>
				<SubmitButton form={form} busy="Saving...">
					{hasOwn ? 'Replace your transcript' : 'Save transcript'}
				</SubmitButton>
			</p>
		</Form>
	)
}

/** Asks which transcript to use, since the feed has one too. */
const KeepMineNotice = ({ onKeep }: { onKeep(): void }) => (
	<span className="mt-1 grid justify-items-start gap-3">
		Not saved yet. The feed’s transcript stays unless you choose Keep mine. You can remove yours later.
		<Button variant="line" onClick={onKeep}>
			Keep mine
		</Button>
	</span>
)

function Saved({ outcome: { cues, speakers, warnings } }: { outcome: Outcome }) {
	return (
		<Alert tone={warnings.length > 0 ? 'info' : 'done'}>
			<p>
				Saved: {formatNumber(cues)} {cues === 1 ? 'part' : 'parts'}
				{speakers.length > 0 &&
					`, spoken by ${speakers.slice(0, 5).join(', ')}${speakers.length > 5 ? ' and others' : ''}`}
				.
			</p>
			{warnings.length > 0 && (
				<ul className="mt-1 list-disc pl-5">
					{warnings.map((warning) => (
						<li key={warning}>{warning}</li>
					))}
				</ul>
			)}
		</Alert>
	)
}
