import type { ReactNode } from 'react'

/** A name, which is also the key, and a value. */
export type Fact = readonly [name: string, value: ReactNode]

/** Lists facts about one item as pairs of name and value. */
export const FactList = ({ facts, className }: { facts: readonly Fact[]; className: string }) => (
	<dl className={className}>
		{facts.map(([name, value]) => (
			<div key={name}>
				<dt>{name}</dt>
				<dd>{value}</dd>
			</div>
		))}
	</dl>
)
