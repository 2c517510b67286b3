import { useStore } from '@nanostores/react'
import { Gauge, Moon, RotateCcw, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#src/components/ui/styles.ts'
import { clock } from '#src/lib/text/cues.ts'
import { resumeAt } from '../../player/listening-resume.ts'
import type { SinglePlayer } from '../../player/player-actions.ts'
import { type PlayerState, RATES, SKIP_AHEAD_SECONDS, SKIP_BACK_SECONDS } from '../../player/player-state.ts'
import { SLEEP_MINUTES, type SleepAt } from '../../player/sleep-timer.ts'
import { sleepTimer } from '../listening/page-listening.ts'
import { StatusIcon } from '../StatusIcon.tsx'
import { pagePlayer } from './page-player.ts'

/** Returns the label of the play button: `Resume at 12:34` at a stored position, `Play from 12:34` for a link. */
export function playLabel({ status, position, duration, isLinked }: PlayerState): string {
	if (status !== 'paused') return 'Pause'
	if (isLinked && position > 0) return `Play from ${clock(position)}`
	const at = resumeAt(position, duration)
	return at === undefined ? 'Play' : `Resume at ${clock(at)}`
}

/** Matches labels that contain a start time. */
export const HAS_START_TIME = /^(?:Resume|Play from) /

type PlayProps = { state: PlayerState; player: SinglePlayer; isLarge?: boolean }

export function PlayButton({ state, player, isLarge = false }: PlayProps) {
	return (
		<button
			type="button"
			aria-label={playLabel(state)}
			onClick={() => player.toggle()}
			className={classes('player-play', isLarge && 'player-play-large')}
		>
			<StatusIcon status={state.status} className={isLarge ? 'size-6' : 'size-5'} />
		</button>
	)
}

const SKIPS = {
	back: { by: -SKIP_BACK_SECONDS, label: 'Back 15 seconds', Icon: RotateCcw },
	ahead: { by: SKIP_AHEAD_SECONDS, label: 'Forward 30 seconds', Icon: RotateCw },
} as const

export function SkipButton({ to, player }: { to: keyof typeof SKIPS; player: SinglePlayer }) {
	const { by, label, Icon } = SKIPS[to]
	return (
		<button type="button" aria-label={label} onClick={() => player.skip(by)} className="icon-btn player-skip">
			<Icon aria-hidden="true" className="size-7" strokeWidth={1.5} />
			<span aria-hidden="true">{Math.abs(by)}</span>
		</button>
	)
}

type PickProps = {
	label: string
	icon: ReactNode
	value: string
	options: ReadonlyArray<readonly [value: string, label: string]>
	onPick: (value: string) => void
	/** Shown instead of the chosen option. */
	shown: string
}

/** A native select shown as an icon and the chosen value: one tap on a phone, full keyboard support on a desktop. */
function IconSelect({ label, icon, value, options, onPick, shown }: PickProps) {
	return (
		<span className="player-pick">
			{icon}
			<span aria-hidden="true">{shown}</span>
			<select aria-label={label} value={value} onChange={({ target }) => onPick(target.value)}>
				{options.map(([option, text]) => (
					<option key={option} value={option}>
						{text}
					</option>
				))}
			</select>
		</span>
	)
}

export function SpeedSelect({ rate }: { rate: number }) {
	return (
		<IconSelect
			label="Speed"
			icon={<Gauge aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
			value={String(rate)}
			shown={`${rate}×`}
			options={RATES.map((option) => [String(option), `${option}×`] as const)}
			onPick={(value) => pagePlayer.setRate(Number(value))}
		/>
	)
}

const SLEEP_OPTIONS: ReadonlyArray<readonly [string, string]> = [
	['', 'No sleep timer'],
	...SLEEP_MINUTES.map((minutes) => [String(minutes), `In ${minutes} minutes`] as const),
	['chapter', 'At the end of the chapter'],
	['episode', 'At the end of the episode'],
]

function setSleep(value: string): void {
	const minutes = SLEEP_MINUTES.find((option) => String(option) === value)
	const at: SleepAt | undefined = minutes ?? (value === 'chapter' || value === 'episode' ? value : undefined)
	if (at === undefined) sleepTimer.cancel()
	else sleepTimer.start(at)
}

/** Sets the sleep timer. `hasChapters` adds the option to stop at the end of the chapter. */
export function SleepSelect({ hasChapters }: { hasChapters: boolean }) {
	const sleep = useStore(sleepTimer.$sleep)
	const timeLeft = sleep?.left == null ? 'On' : clock(Math.ceil(sleep.left))
	return (
		<IconSelect
			label="Sleep timer"
			icon={<Moon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
			value={sleep ? String(sleep.at) : ''}
			shown={sleep ? timeLeft : 'Sleep'}
			options={SLEEP_OPTIONS.filter(([value]) => hasChapters || value !== 'chapter')}
			onPick={setSleep}
		/>
	)
}
