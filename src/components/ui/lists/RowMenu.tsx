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
	/** Target of a link. Buttons have `onSelect` instead. */
	href?: string
	onSelect?: () => void
	isDisabled?: boolean
	/** Whether the action is destructive: shown in red, separate at the end. */
	isDanger?: boolean
}

type Props = {
	/** Name of the affected item, for the button's accessible label. */
	of: string
	actions: readonly RowAction[]
}

const OPENING_KEYS = ['Enter', ' ', 'ArrowDown']

type ButtonRef = RefObject<HTMLButtonElement | null>

/** Registers our button as the trigger of the library's menu, because the button is rendered before the menu. */
function TriggerProxy({ button, ref }: { button: ButtonRef; ref?: Ref<HTMLButtonElement> }) {
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
 * Renders the menu. Not modal, because the library would lock the page with a style element, which the
 * Content-Security-Policy blocks. Appended to `main`, so that it is inside that landmark and no card clips it.
 */
function Menu({ actions, button, id, isOpen, onOpenChange }: MenuProps) {
	return (
		<DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
			<DropdownMenu.Trigger asChild>
				<TriggerProxy button={button} />
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
 * Renders the menu of a row. Renders only the button until it is focused or pressed: a menu for each row would take
 * most of a list's render time.
 */
export function RowMenu({ of, actions }: Props) {
	const button = useRef<HTMLButtonElement>(null)
	const id = useId()
	const [isMenuMounted, setMenuMounted] = useState(false)
	const [isOpen, setOpen] = useState(false)
	// The library detects keyboard use only if it is mounted before the key press.
	useEffect(() => setMenuMounted((isMounted) => isMounted || document.activeElement === button.current), [])

	function setMenuOpen(isOpen: boolean): void {
		setMenuMounted(true)
		setOpen(isOpen)
	}
	function onPointerDown(event: PointerEvent): void {
		if (event.button !== 0 || event.ctrlKey) return
		// Keep focus off the button, because the menu takes it.
		if (!isOpen) event.preventDefault()
		setMenuOpen(!isOpen)
	}
	function onKeyDown(event: KeyboardEvent): void {
		if (!OPENING_KEYS.includes(event.key)) return
		event.preventDefault()
		setMenuOpen(event.key === 'ArrowDown' || !isOpen)
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
				onFocus={() => setMenuMounted(true)}
				onPointerDown={onPointerDown}
				onKeyDown={onKeyDown}
				// A click without a pointer or key comes from assistive technology, or is a replayed click from before hydration.
				onClick={({ detail }) => detail === 0 && setMenuOpen(!isOpen)}
			>
				<Ellipsis aria-hidden="true" className="size-5" strokeWidth={1.75} />
			</button>
			{isMenuMounted && <Menu actions={actions} button={button} id={id} isOpen={isOpen} onOpenChange={setMenuOpen} />}
		</>
	)
}
