import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import {
	type KeyboardEvent,
	type PointerEvent,
	type Ref,
	type RefObject,
	useEffect,
	useId,
	useImperativeHandle,
	useRef,
	useState,
} from 'react'

export interface RowAction {
	label: string
	/** Target of a link; or the action to run. */
	href?: string
	onSelect?: () => void
	isDisabled?: boolean
	/** An action that cannot be undone: red, and separate at the end. */
	isDanger?: boolean
}

type Props = {
	/** The item that the actions affect, read out with the button. */
	of: string
	actions: readonly RowAction[]
}

const OPENING_KEYS = ['Enter', ' ', 'ArrowDown']

type ButtonRef = RefObject<HTMLButtonElement | null>

/** Registers our button as the trigger of the library's menu: the button exists before the menu. */
function LentButton({ button, ref }: { button: ButtonRef; ref?: Ref<HTMLButtonElement> }) {
	useImperativeHandle(ref, () => button.current as HTMLButtonElement)
	return null
}

type MenuProps = Pick<Props, 'actions'> & {
	button: ButtonRef
	id: string
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
}

/**
 * The menu. Not modal: the library would lock the page with a style element, which the Content-Security-Policy
 * blocks. It is appended to `main`, so that it belongs to that landmark and no card clips it.
 */
function Menu({ actions, button, id, isOpen, onOpenChange }: MenuProps) {
	return (
		<DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
			<DropdownMenu.Trigger asChild>
				<LentButton button={button} />
			</DropdownMenu.Trigger>
			<DropdownMenu.Portal container={button.current?.closest('main')}>
				<DropdownMenu.Content
					id={`${id}-menu`}
					aria-labelledby={id}
					className="row-menu"
					align="end"
					sideOffset={4}
					collisionPadding={8}
				>
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

/**
 * The menu of a row. Only its button is rendered until it is hovered or focused: a menu for each row took most of the
 * render time of a list.
 */
export function RowMenu({ of, actions }: Props) {
	const button = useRef<HTMLButtonElement>(null)
	const id = useId()
	const [isReached, setReached] = useState(false)
	const [isOpen, setOpen] = useState(false)
	// The library detects keyboard use only if it is mounted before the key.
	useEffect(() => setReached((was) => was || document.activeElement === button.current), [])

	function change(isOpen: boolean): void {
		setReached(true)
		setOpen(isOpen)
	}
	function onPointerDown(event: PointerEvent): void {
		if (event.button !== 0 || event.ctrlKey) return
		// Prevent the focus on the button: the menu takes it.
		if (!isOpen) event.preventDefault()
		change(!isOpen)
	}
	function onKeyDown(event: KeyboardEvent): void {
		if (!OPENING_KEYS.includes(event.key)) return
		event.preventDefault()
		change(event.key === 'ArrowDown' || !isOpen)
	}
	return (
		<>
			<button
				ref={button}
				id={id}
				type="button"
				className="icon-btn row-menu-button"
				aria-label={`More for ${of}`}
				aria-haspopup="menu"
				aria-expanded={isOpen}
				aria-controls={isOpen ? `${id}-menu` : undefined}
				data-state={isOpen ? 'open' : 'closed'}
				onFocus={() => setReached(true)}
				onPointerDown={onPointerDown}
				onKeyDown={onKeyDown}
				// A click without pointer or key comes from assistive technology, or from before hydration.
				onClick={({ detail }) => detail === 0 && change(!isOpen)}
			>
				<Ellipsis aria-hidden="true" className="size-5" strokeWidth={1.75} />
			</button>
			{isReached && <Menu actions={actions} button={button} id={id} isOpen={isOpen} onOpenChange={change} />}
		</>
	)
}
