import type { ComponentProps } from 'react'
import type { RuleSet } from '../rules-schema.ts'

type Props = { sources: RuleSet['sources'] } & ComponentProps<'ul'>

/** Links to the sources of rules. */
export const SourceLinks = ({ sources, ...list }: Props) => (
	<ul {...list}>
		{sources.map(({ url, what }) => (
			<li key={url}>
				<a className="link" href={url} target="_blank" rel="noopener noreferrer">
					{what}
					<span className="sr-only"> (opens in a new tab)</span>
				</a>
			</li>
		))}
	</ul>
)
