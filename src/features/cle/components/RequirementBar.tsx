import { Badge } from '#src/components/ui/Badge.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import type { RequirementResult } from '../ledger-schema.ts'
import { creditsText, plainCredits } from '../words.ts'

/** One requirement: its bar, what is missing in words, and courses of the club that give it. */
export function RequirementBar({ requirement }: { requirement: RequirementResult }) {
	const { id, label, need, have, planned, within, words, confidence, needsChecking, offers } = requirement
	const stand = need === null ? creditsText(have) : `${plainCredits(have)} of ${plainCredits(need)}`
	return (
		<li className="cle-requirement" data-within={within === null ? undefined : ''} data-requirement={id}>
			<p className="cle-requirement-head">
				<span>{label}</span>
				{confidence !== 'verified' && <Badge tone="brass">unchecked</Badge>}
				<span className="ms-auto tabular-nums">{stand}</span>
			</p>
			{need !== null && (
				<Progress value={need === 0 ? 100 : (100 * have) / need} label={label} valueText={`${stand} credits`} />
			)}
			{words && <p className="cle-requirement-words">{words}</p>}
			{planned > 0 && <p className="text-small text-muted">{creditsText(planned)} more from courses you have begun.</p>}
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
			{needsChecking && <p className="text-small text-muted">To be checked: {needsChecking}</p>}
		</li>
	)
}
