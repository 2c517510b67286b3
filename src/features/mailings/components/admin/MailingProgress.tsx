import { useEffect, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { type Fact, FactList } from '#src/components/ui/FactList.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, DataTable, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { RichText } from '#src/features/rich-text/components/RichText.tsx'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { formatSessionIn, zoneName } from '#src/lib/dates/zoned-time.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { cancelMailingMutation, listFailedRecipientsQuery, resumeMailingMutation } from '../../admin-queries.ts'
import { type FailedRecipient, MAX_FAILED, type Mailing } from '../../contract.ts'
import { AUTHOR_GONE, audienceText, membersText, unsentOf, waitingOf } from '../../mailing-text.ts'

type Props = { mailing: Mailing; failed: FailedRecipient[]; clubZone: string }

export function MailingProgress({ mailing, failed, clubZone }: Props) {
	return (
		<div className="grid gap-10">
			<section aria-label="Progress" className="grid gap-4">
				{mailing.state === 'stopped' && mailing.lastError === AUTHOR_GONE && (
					<Alert>{AUTHOR_GONE}, so it was not sent. Check the text, then resume or cancel it.</Alert>
				)}
				{mailing.state === 'stopped' && mailing.lastError !== AUTHOR_GONE && (
					<Alert>
						The mail server rejected 20 emails in a row. Its last response: {mailing.lastError ?? 'nothing'}. No one is
						skipped. Resume once the server accepts email again.
					</Alert>
				)}
				<Facts mailing={mailing} clubZone={clubZone} />
				<Actions mailing={mailing} />
			</section>
			<Failed mailing={mailing} initial={failed} />
			<section aria-labelledby="mailing-text">
				<h2 id="mailing-text" className="mb-4 text-title">
					Text of the email
				</h2>
				<div className="card card-body prose">
					<RichText html={mailing.content} />
				</div>
			</section>
		</div>
	)
}

function Facts({ mailing, clubZone }: Pick<Props, 'mailing' | 'clubZone'>) {
	const { state, expected, sent, failed, leftOut, sendAt } = mailing
	const waiting = waitingOf(mailing)
	const processed = sent + failed + leftOut
	const facts: Fact[] = [
		['To', `${audienceText(mailing)}: ${formatNumber(expected)}${state === 'scheduled' ? ' as of now' : ''}`],
	]
	if (state !== 'scheduled') {
		facts.push(['Sent', formatNumber(sent)])
		facts.push(
			state === 'cancelled' ? ['Not sent', formatNumber(unsentOf(mailing))] : ['Waiting', formatNumber(waiting)],
		)
		facts.push(['Failed', formatNumber(failed)])
		// Shown only if it explains why the numbers do not add up.
		if (leftOut > 0) facts.push(['Skipped', `${formatNumber(leftOut)}, deactivated or unsubscribed`])
	}
	if (mailing.endedAt) facts.push(['Ended', <LocalTime key="ended" when={mailing.endedAt} />])
	return (
		<>
			{state === 'scheduled' && sendAt && (
				<p className="text-lead">
					Goes out{' '}
					{clubZone ? (
						`${formatSessionIn(sendAt, clubZone)}, ${zoneName(sendAt, clubZone)}`
					) : (
						<LocalTime when={sendAt} />
					)}
					.
				</p>
			)}
			{state === 'sending' && (
				<Progress
					value={(100 * processed) / Math.max(1, expected)}
					label="Progress of the email"
					valueText={`${formatNumber(processed)} of ${formatNumber(expected)}`}
				/>
			)}
			<FactList className="mailing-facts" facts={facts} />
		</>
	)
}

function Actions({ mailing }: { mailing: Mailing }) {
	const [isAsking, setAsking] = useState(false)
	const cancel = useMutation(cancelMailingMutation(mailing.id), { onRefreshed: () => setAsking(false) })
	const resume = useMutation(resumeMailingMutation(mailing.id))
	const { state } = mailing
	if (state === 'sent' || state === 'cancelled') return null
	const waiting = waitingOf(mailing)
	return (
		<div className="flex flex-wrap gap-3">
			{state === 'stopped' && (
				<Button loading={resume.isPending} onClick={() => resume.mutate()}>
					Resume
				</Button>
			)}
			{state === 'scheduled' ? (
				<Button variant="line" loading={cancel.isPending} onClick={() => cancel.mutate()}>
					Unschedule
				</Button>
			) : (
				<Button variant="line" onClick={() => setAsking(true)}>
					Cancel remaining
				</Button>
			)}
			{isAsking && (
				<ConfirmDialog
					title="Cancel the remaining emails?"
					description={`${formatNumber(mailing.sent)} ${mailing.sent === 1 ? 'was' : 'were'} sent and cannot be recalled. ${membersText(waiting)} ${waiting === 1 ? 'has' : 'have'} not received it and will not.`}
					action={{ label: 'Cancel remaining', busy: 'Cancelling...', variant: 'danger' }}
					back="Go back"
					isBusy={cancel.isPending}
					onConfirm={() => cancel.mutate()}
					onClose={() => setAsking(false)}
				/>
			)}
		</div>
	)
}

const columns: readonly Column<FailedRecipient>[] = [
	{
		label: 'Member',
		breaks: true,
		cell: ({ name, email }) =>
			email === null ? (
				'A deleted account'
			) : (
				<RowLead href={`/admin/users?search=${encodeURIComponent(email)}`}>{name}</RowLead>
			),
	},
	{ label: 'Address', breaks: true, cell: ({ email }) => email ?? '' },
	{ label: 'Mail server response', short: 'Response', breaks: true, cell: ({ reason }) => reason ?? 'Nothing' },
]

function Failed({ mailing, initial }: { mailing: Mailing; initial: FailedRecipient[] }) {
	const { data, refetch } = useQuery(listFailedRecipientsQuery(mailing.id), { initial })
	const { failed } = mailing
	const isIncomplete = data.length < Math.min(failed, MAX_FAILED)
	// The counts are refetched automatically; the list follows when they change.
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs again whenever `failed` changes
	useEffect(() => {
		if (isIncomplete) void refetch()
	}, [isIncomplete, failed, refetch])
	if (data.length === 0) return null
	return (
		<section aria-labelledby="mailing-failed">
			<h2 id="mailing-failed" className="mb-4 text-title">
				Failed recipients
			</h2>
			<div className="card">
				<DataTable
					caption="Members the email did not reach"
					columns={columns}
					rows={data}
					keyOf={({ userId }) => userId}
				/>
			</div>
			{data.length === MAX_FAILED && <p className="hint mt-3">The first {MAX_FAILED} of them are shown.</p>}
		</section>
	)
}
