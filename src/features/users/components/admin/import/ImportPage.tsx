import { type FormEvent, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import type { SavedInvitation } from '#src/features/auth/invitation-contract.ts'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { readBytes } from '#src/lib/forms/read-file.ts'
import { useDraft } from '#src/lib/forms/use-draft.ts'
import type { Page } from '#src/lib/site/page.ts'
import { UNNAMED_ADMIN } from '#src/lib/site/unnamed-admin.ts'
import { type DryRun, LIST_BYTES, MAILS_PER_MINUTE, type UserImport } from '../../../import-contract.ts'
import { checkImportMutation, createImportMutation, remindListMutation, type SentList } from '../../../queries.ts'
import { DryRunView } from './DryRunView.tsx'
import type { CourseChoice } from './GivenCourses.tsx'
import { ImportList } from './ImportList.tsx'
import { InvitationForm } from './InvitationForm.tsx'

interface Props {
	initial: Page<UserImport>
	invitation: SavedInvitation
	courses: readonly CourseChoice[]
	isMailOff: boolean
	own: { id: string; name: string }
}

const TOO_LARGE = 'A list can have at most 2 MB. Please split it.'

/** The mutations and results of a checked list. */
function useCheckedList(onStartOver: () => void) {
	// Stored separately, because a new request clears the previous response.
	const [checked, setChecked] = useState<{ list: SentList; run: DryRun }>()
	const check = useMutation(checkImportMutation)
	const invite = useMutation(createImportMutation)
	const remind = useMutation(remindListMutation)
	const checkList = (list: SentList) => check.mutate(list, { onSuccess: (run) => setChecked({ list, run }) })
	function startOver() {
		setChecked(undefined)
		onStartOver()
		for (const mutation of [check, invite, remind]) mutation.reset()
	}
	const failed = [check, invite, remind].find(({ isError }) => isError)
	return {
		...{ checked, check, checkList, invite, remind, startOver },
		isBusy: [check, invite, remind].some(({ isPending }) => isPending),
		failure: failed?.error ? messageOf(failed.error, failed.fallback) : undefined,
	}
}

export function ImportPage({ initial, invitation, courses, isMailOff, own }: Props) {
	const pasted = usePasted(own.id)
	const list = useCheckedList(() => pasted.set(''))
	const [isUnsaved, setUnsaved] = useState(false)
	const { checked, checkList, invite, remind } = list
	const invitationForm = <InvitationForm initial={invitation} onDirty={setUnsaved} />
	return (
		<>
			{isMailOff && (
				<div className="mb-6">
					<Alert>
						This site cannot send email right now, so it cannot send invitations. You can still check a list.
					</Alert>
				</div>
			)}
			{own.name === UNNAMED_ADMIN && <SetNameNotice />}
			{checked ? (
				<DryRunView
					run={checked.run}
					isBusy={list.isBusy}
					failure={list.failure}
					isMailOff={isMailOff}
					isUnsaved={isUnsaved}
					courses={courses}
					withMarked={checked.list.withMarked}
					onColumns={(columns) => checkList({ ...checked.list, columns })}
					onWithMarked={(withMarked) => checkList({ ...checked.list, columns: checked.run.columns, withMarked })}
					onInvite={(given) =>
						invite.mutate(
							{ ...checked.list, columns: checked.run.columns, courses: given },
							{ onSuccess: list.startOver },
						)
					}
					onRemind={() =>
						remind.mutate(
							{ ...checked.list, columns: checked.run.columns },
							{ onSuccess: () => checkList({ ...checked.list, columns: checked.run.columns }) },
						)
					}
					onStartOver={list.startOver}
				>
					{invitationForm}
				</DryRunView>
			) : (
				<>
					<SourceForm
						pasted={pasted}
						isBusy={list.isBusy}
						failure={list.failure}
						onCheck={(bytes) => checkList({ bytes, columns: {}, withMarked: false })}
					/>
					<div className="mt-6">{invitationForm}</div>
				</>
			)}
			<ImportList initial={initial} />
		</>
	)
}

const SetNameNotice = () => (
	<div className="mb-6">
		<Alert tone="info">
			Your name is still {UNNAMED_ADMIN}, so invitations are sent in the name of the club.{' '}
			<a className="link" href="/account">
				Set your name
			</a>{' '}
			first.
		</Alert>
	</div>
)

/** Returns the pasted text and its setter. A draft keeps the text until it is used. */
function usePasted(ownId: string) {
	const [text, setText] = useState('')
	const draft = useDraft<string>(`${ownId}:import`, {
		parse: (stored) => JSON.parse(stored) as string,
		onRead: (stored) => stored && setText(stored),
	})
	return {
		text,
		set(next: string) {
			setText(next)
			draft.save(next || undefined)
		},
	}
}

type SourceProps = {
	pasted: ReturnType<typeof usePasted>
	isBusy: boolean
	failure: string | undefined
	onCheck: (bytes: Uint8Array) => void
}

function SourceForm({ pasted, isBusy, failure, onCheck }: SourceProps) {
	const { text } = pasted
	const [inputError, setInputError] = useState<string>()
	const [file, setFile] = useState<File>()
	async function submit(event: FormEvent) {
		event.preventDefault()
		if (!file && text.trim() === '') return setInputError('Choose a file or paste a list')
		const bytes = file
			? await readBytes(file).catch((error: Error) => setInputError(error.message))
			: new TextEncoder().encode(text)
		if (!bytes) return
		if (bytes.byteLength > LIST_BYTES) return setInputError(TOO_LARGE)
		setInputError(undefined)
		onCheck(bytes)
	}
	const error = inputError ?? failure
	return (
		<form className="card card-body grid gap-5" onSubmit={(event) => void submit(event)} aria-label="A list of people">
			{error !== undefined && <Alert>{error}</Alert>}
			<TextField
				label="A file"
				type="file"
				accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
				hint="A CSV file from a spreadsheet or another program, with at most 2 MB and 5,000 people."
				onChange={(event) => setFile(event.target.files?.[0])}
			/>
			<TextAreaField
				label="Or paste the list"
				rows={6}
				hint="One person per line. Start with a line of headings, or list email addresses only. Separate columns with commas, semicolons or tabs."
				placeholder={'Name,Email,Firm\nDana Whitfield,dana@example.com,Whitfield Law'}
				value={text}
				onChange={(event) => pasted.set(event.target.value)}
			/>
			<p className="text-small text-muted">
				You see a preview first; nothing is sent until you confirm. Each person gets a link to choose a password.{' '}
				{MAILS_PER_MINUTE} invitations go out each minute. Everyone joins as a member.
			</p>
			<Button type="submit" className="justify-self-start" loading={isBusy}>
				{isBusy ? 'Checking...' : 'Check the list'}
			</Button>
		</form>
	)
}
