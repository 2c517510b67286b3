import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface Tab {
	value: string
	label: ReactNode
	content: ReactNode
}

type Props = {
	/** Name of the tab list, for screen readers. */
	label: string
	tabs: readonly Tab[]
	value?: string
	onValueChange?(value: string): void
	className?: string
}

/**
 * Renders tabs whose panels are all in the page: without scripts they are one below the other (`tabs.css`), and input
 * in one panel survives switching to another.
 */
export function Tabs({ label, tabs, value, onValueChange, className }: Props) {
	const selection = value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value }
	return (
		<Radix.Root className={className} {...selection} {...(onValueChange ? { onValueChange } : {})}>
			<Radix.List className="tab-list" aria-label={label}>
				{tabs.map((tab) => (
					<Radix.Trigger key={tab.value} value={tab.value} className="tab">
						{tab.label}
					</Radix.Trigger>
				))}
			</Radix.List>
			{tabs.map((tab) => (
				<Radix.Content key={tab.value} value={tab.value} className="tab-panel" forceMount>
					{tab.content}
				</Radix.Content>
			))}
		</Radix.Root>
	)
}
