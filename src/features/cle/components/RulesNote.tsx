import { Badge } from '#src/components/ui/Badge.tsx'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import type { Card } from '../ledger-schema.ts'
import { SourceLinks } from './SourceLinks.tsx'

/** Shows the sources of a card's numbers and the assumptions behind them. */
export function RulesNote({ card: { name, rules, assumptions } }: { card: Card }) {
	return (
		<footer className="cle-rules">
			<p>{rules.words}</p>
			{assumptions.length > 0 && (
				<ul className="cle-assumptions" aria-label="What these numbers assume">
					{assumptions.map((assumption) => (
						<li key={assumption}>{assumption}</li>
					))}
				</ul>
			)}
			<details>
				<summary className="min-h-control py-2">
					Numbers and sources<span className="sr-only"> of {name}</span>
				</summary>
				<p>
					Version {rules.version}, in force from {formatDay(rules.validFrom)}, checked by {rules.checkedBy}.
				</p>
				{rules.others.map(({ version, validFrom }) => (
					<p key={version}>
						Version {version} applies from {formatDay(validFrom)}. A cycle is judged by the version in effect at its
						end.
					</p>
				))}
				<dl className="cle-numbers">
					{rules.numbers.map(({ what, words, confidence, needsChecking }) => (
						<div key={what}>
							<dt>
								{what} {confidence !== 'verified' && <Badge tone="brass">unchecked</Badge>}
							</dt>
							<dd>
								{words}
								{needsChecking && <span className="block text-muted">To be checked: {needsChecking}</span>}
							</dd>
						</div>
					))}
				</dl>
				<SourceLinks className="cle-sources" aria-label="Sources" sources={rules.sources} />
			</details>
		</footer>
	)
}
