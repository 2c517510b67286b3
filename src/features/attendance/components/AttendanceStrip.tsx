import { useEffect, useId, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { counted } from '#src/lib/text/format-number.ts'
import { statusText, withPeriod } from '../attendance-text.ts'
import type { Attendance, FoundAttendance } from '../contract.ts'
import { type ActivityRef, findAttendanceQuery, startAttendanceMutation } from '../queries.ts'
import { Affirmation } from './Affirmation.tsx'
import { CodeDialog } from './CodeDialog.tsx'
import { Completed } from './Completed.tsx'
import { LiveAttendance } from './LiveAttendance.tsx'
import type { Playback } from './playback.ts'
import type { Obstacle } from './reporter.ts'
import { SpokenCode } from './SpokenCode.tsx'
import { useReporter } from './use-reporter.ts'

type Props = {
	/** The attended activity. Must be a stable reference. */
	of: ActivityRef
	/** The player of a recording. If omitted, no playback counts. */
	playback?: Playback | undefined
	/** Level of the heading. */
	level?: 'h2' | 'h3'
}

/** Returns whether the minutes are shown. Their line starts with the heading's text, so the heading is hidden. */
const showsMinutes = (attendance: Attendance | null | undefined) =>
	attendance?.state === 'open' && attendance.mode !== 'live'

/** Shows the member's attendance for credit, below the recording or session. */
export function AttendanceStrip({ of, playback, level: Heading = 'h3' }: Props) {
	const { data, error, refetch } = useQuery(findAttendanceQuery(of))
	const title = useId()
	const item = data?.attendance ?? data?.offer
	if (data && !item) return null
	return (
		<section className="attendance" aria-labelledby={title}>
			<Heading id={title} className={showsMinutes(data?.attendance) ? 'sr-only' : 'attendance-title'}>
				Attendance for credit
			</Heading>
			{error && <FetchError title="Your attendance could not be loaded" error={error} onRetry={refetch} />}
			{!data && !error && (
				<div role="status">
					<span className="sr-only">Loading your attendance...</span>
					<Skeleton className="h-5 w-full" />
				</div>
			)}
			{data && <AttendanceStatus found={data} of={of} playback={playback} />}
		</section>
	)
}

function AttendanceStatus({ found: { offer, attendance }, of, playback }: Props & { found: FoundAttendance }) {
	if (!attendance) return offer && <Offer offer={offer} of={of} />
	switch (attendance.state) {
		case 'complete':
			return (
				<>
					<Completed attendance={attendance} />
					{offer?.refusal === null && <Offer offer={offer} of={of} />}
				</>
			)
		case 'review':
			return <p>This attendance needs review by an admin of the club. You do not need to do anything.</p>
		case 'refused':
			return (
				<>
					<p>The club did not accept this attendance. Ask an admin why.</p>
					{offer && <Offer offer={offer} of={of} />}
				</>
			)
		case 'ended':
			return (
				<>
					<p>This programme was replaced by one of a different length, so your attendance ended.</p>
					{offer && <Offer offer={offer} of={of} />}
				</>
			)
		default:
			return attendance.mode === 'live' ? (
				<LiveAttendance attendance={attendance} checkIn={offer && <Offer offer={offer} of={of} />} />
			) : (
				<Recording attendance={attendance} playback={playback} />
			)
	}
}

type OfferProps = { offer: NonNullable<FoundAttendance['offer']>; of: ActivityRef }

/** Formats `California and New York`. */
const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

function Offer({ offer, of }: OfferProps) {
	const start = useMutation(startAttendanceMutation)
	const isLive = offer.mode === 'live'
	return (
		<>
			<p>
				{counted(offer.minutes, 'minute')}.{' '}
				{offer.accredited.length > 0 ? `Accredited in ${list.format(offer.accredited)}.` : 'Not accredited.'}{' '}
				{withPeriod(
					offer.refusal ?? (isLive ? 'Check in when you join.' : 'Only what you watch after you start counts.'),
				)}
			</p>
			{start.isError && <Alert>{messageOf(start.error, start.fallback)}</Alert>}
			{offer.refusal === null && (
				<Button className="mt-3" loading={start.isPending} onClick={() => start.mutate(of)}>
					{isLive ? 'Check in' : 'Start attendance'}
				</Button>
			)}
		</>
	)
}

/** Explains why playback does not count. */
function ObstacleNotice({ obstacle }: { obstacle: Obstacle | null }) {
	switch (obstacle?.kind) {
		case 'fast':
			return <Alert tone="info">Faster playback does not count. Set the speed back to normal.</Alert>
		case 'away':
			return (
				<Alert tone="info">
					{obstacle.isLong
						? 'We could not reach the server for a minute, so the recording was paused. Counting continues once you are connected.'
						: 'No connection. What you watch will be sent once you are connected again.'}
				</Alert>
			)
		case 'over':
			return (
				<Alert>
					<p>{messageOf(obstacle.error, 'Nothing more is being counted.')}</p>
					<Button variant="line" className="mt-3" onClick={() => window.location.reload()}>
						Reload the page
					</Button>
				</Alert>
			)
		default:
			return null
	}
}

type RecordingProps = { attendance: Attendance; playback: Playback | undefined }

function Recording({ attendance, playback }: RecordingProps) {
	const { obstacle, onCodeEntered } = useReporter(attendance, playback)
	const status = statusText(attendance)
	return (
		<>
			<p>
				<strong className="font-label">Attendance for credit:</strong> {status}
			</p>
			<Progress
				value={(100 * attendance.confirmedMs) / attendance.lengthMs}
				label="Attendance for credit"
				valueText={status}
			/>
			{attendance.mode === 'watch' && playback?.reportsPlayback() === false && (
				<Alert tone="info">
					This player does not report how much you watch, so nothing is counted. Ask the club for spoken codes.
				</Alert>
			)}
			<ObstacleNotice obstacle={obstacle} />
			<CodePrompt attendance={attendance} playback={playback} onEntered={onCodeEntered} />
			{attendance.mode === 'spoken' && (
				<SpokenCode id={attendance.id} hint="Codes are spoken in the recording. Type each one here as you hear it." />
			)}
			{attendance.missing === null && <Affirmation key={attendance.id} attendance={attendance} />}
		</>
	)
}

type PromptProps = RecordingProps & { onEntered: (attendance: Attendance) => void }

/** Opens the dialog when a code is needed, and shows a button that reopens it after the member closed it. */
function CodePrompt({ attendance: { id, prompt }, playback, onEntered }: PromptProps) {
	const code = prompt?.code
	const [isOpen, setIsOpen] = useState(false)
	useEffect(() => {
		if (code === undefined) {
			setIsOpen(false)
			return
		}
		let isCurrent = true
		const open = () => isCurrent && setIsOpen(true)
		playback?.pause()
		if (playback) void playback.leaveFullScreen().then(open)
		else open()
		// Reopen the dialog if playback continues while it is closed.
		const stop = playback?.follow(({ isPlaying }) => isPlaying && open())
		return () => {
			isCurrent = false
			stop?.()
		}
	}, [code, playback])
	if (code === undefined) return null
	return (
		<>
			{!isOpen && (
				<Button className="mt-3" onClick={() => setIsOpen(true)}>
					Enter the code to go on
				</Button>
			)}
			{isOpen && <CodeDialog key={code} id={id} code={code} onEntered={onEntered} onClose={() => setIsOpen(false)} />}
		</>
	)
}
