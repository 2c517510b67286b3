import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'

export interface RowAction {
	label: string
	/** Where it leads; or what it does. */
	href?: string
	onSelect?: () => void
	isDisabled?: boolean
	/** What cannot be taken back: in red, and by itself at the end. */
	isDanger?: boolean
}

type Props = {
	/** What all of it is done to: read out with the button. */
	of: string
	actions: readonly RowAction[]
}

/**
 * The one menu of a row: what can be done with it. Not modal: the library would lock the page by a style element, which
 * the Content-Security-Policy refuses. It opens within `main`, at its end: who goes from landmark to landmark finds it in
 * the one that it belongs to, and no card clips it.
 */
export function RowMenu({ of, actions }: Props) {
	const button = useRef<HTMLButtonElement>(null)
	const [main, setMain] = useState<HTMLElement | null>(null)
	return (
		<DropdownMenu.Root
			modal={false}
			onOpenChange={(isOpen) => isOpen && setMain(button.current?.closest('main') ?? null)}
		>
			<DropdownMenu.Trigger ref={button} className="icon-btn row-menu-button" aria-label={`More for ${of}`}>
				<Ellipsis aria-hidden="true" className="size-5" strokeWidth={1.75} />
			</DropdownMenu.Trigger>
			<DropdownMenu.Portal container={main}>
				<DropdownMenu.Content className="row-menu" align="end" sideOffset={4} collisionPadding={8}>
					{actions.map(({ label, href, onSelect, isDisabled = false, isDanger = false }) => (
						<DropdownMenu.Item
							key={label}
							className={isDanger ? 'menu-item row-menu-danger' : 'menu-item'}
							disabled={isDisabled}
							asChild={href !== undefined}
							{...(onSelect ? { onSelect } : {})}
						>
							{href === undefined ? label : <a href={href}>{label}</a>}
						</DropdownMenu.Item>
					))}
				</DropdownMenu.Content>
			</DropdownMenu.Portal>
		</DropdownMenu.Root>
	)
}
