import { Badge } from '#src/components/ui/Badge.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { creditsText, plainCredits } from '../cle-text.ts'
import type { RequirementResult } from '../ledger-schema.ts'

/** Returns the parts of a requirement. For null, returns the top-level requirements, including parts of the total. */
export const partsOf = (all: readonly RequirementResult[], parent: string | null) =>
	all.filter(({ within }) => (all.some(({ id }) => id === within && id !== 'total') ? within : null) === parent)

type Props = {
	requirement: RequirementResult
	/** All requirements of the cycle, including the parts of this one. */
	all: readonly RequirementResult[]
}

/** Shows a requirement: its bar, the missing credits, club courses that give them, and its parts. */
export function RequirementBar({ requirement, all }: Props) {
	const { id, label, need, have, planned, words, confidence, needsChecking, offers } = requirement
	const parts = partsOf(all, id)
	const amount = need === null ? creditsText(have) : `${plainCredits(have)} of ${plainCredits(need)}`
	return (
		<li data-requirement={id}>
			<p className="cle-requirement-head">
				<span>{label}</span>
				{confidence !== 'verified' && <Badge tone="brass">unchecked</Badge>}
				<span className="ms-auto tabular-nums">{amount}</span>
			</p>
			{need !== null && (
				<Progress value={need === 0 ? 100 : (100 * have) / need} label={label} valueText={`${amount} credits`} />
			)}
			{words && <p className="cle-requirement-text">{words}</p>}
			{planned > 0 && (
				<p className="text-small text-muted">{creditsText(planned)} more from courses you have started.</p>
			)}
			{offers.length > 0 && (
				<ul className="cle-offers">
					{offers.map(({ activityId, title, credits, href }) => (
						<li key={activityId}>
							{href ? (
								<a className="link" href={href}>
									{title}
								</a>
							) : (
								title
							)}{' '}
							<span className="text-muted">{creditsText(credits)}</span>
						</li>
					))}
				</ul>
			)}
			{needsChecking && <p className="cle-requirement-text text-muted">To be checked: {needsChecking}</p>}
			{parts.length > 0 && (
				<ul className="cle-requirement-parts">
					{parts.map((part) => (
						<RequirementBar key={part.id} requirement={part} all={all} />
					))}
				</ul>
			)}
		</li>
	)
}
