import { plainCredits } from '../cle-text.ts'

const RADIUS = 42
const LENGTH = 2 * Math.PI * RADIUS

type Props = { have: number; need: number | null; planned: number }

/** Shows the progress toward the total as a ring around the numbers. */
export function Ring({ have, need, planned }: Props) {
	const share = need ? Math.min(1, have / need) : 0
	const plannedShare = need ? Math.min(1, (have + planned) / need) : 0
	const arc = (part: number) => `${(part * LENGTH).toFixed(2)} ${LENGTH.toFixed(2)}`
	return (
		<div className="cle-ring">
			<svg viewBox="0 0 100 100" aria-hidden="true">
				<circle className="cle-ring-ground" cx="50" cy="50" r={RADIUS} />
				{plannedShare > share && (
					<circle className="cle-ring-planned" cx="50" cy="50" r={RADIUS} strokeDasharray={arc(plannedShare)} />
				)}
				{share > 0 && <circle className="cle-ring-part" cx="50" cy="50" r={RADIUS} strokeDasharray={arc(share)} />}
			</svg>
			<p className="cle-ring-text">
				<span className="cle-ring-number">{plainCredits(have)}</span>{' '}
				<span className="cle-ring-need">{need === null ? 'credits' : `of ${plainCredits(need)}`}</span>
			</p>
		</div>
	)
}
