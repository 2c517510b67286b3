import { useChosenInView } from './use-chosen-in-view.ts'

type Props = {
	/** Label of the navigation, for screen readers. */
	label: string
	/** URL and name of each section. */
	sections: readonly (readonly [href: string, name: string])[]
	/** URL of this screen. */
	path: string
}

/** Renders links to the screens of one area, each with its own URL. */
export function SectionTabs({ label, sections, path }: Props) {
	const nav = useChosenInView<HTMLElement>()
	return (
		<nav ref={nav} className="section-tabs" aria-label={label}>
			<ul>
				{sections.map(([href, name]) => (
					<li key={href}>
						<a className="section-tab" href={href} aria-current={href === path ? 'page' : undefined}>
							{name}
						</a>
					</li>
				))}
			</ul>
		</nav>
	)
}
