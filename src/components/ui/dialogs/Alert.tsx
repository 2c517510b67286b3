import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '../styles.ts'

const tones = {
	error: { className: 'alert-error', Icon: CircleAlert },
	done: { className: 'alert-done', Icon: CircleCheck },
	info: { className: '', Icon: Info },
} as const

type Props = { tone?: keyof typeof tones; isStale?: boolean; children: ReactNode }

/**
 * Shows a message above a form or list. Errors are announced immediately, other messages politely. A success message
 * replaces its form and takes focus. `isStale` hides the message but keeps its space; change `key` so that the next
 * message is announced.
 */
export function Alert({ tone = 'error', isStale = false, children }: Props) {
	const { className, Icon } = tones[tone]
	const element = useRef<HTMLDivElement>(null)
	const takesFocus = tone === 'done'
	useEffect(() => {
		if (takesFocus) element.current?.focus()
	}, [takesFocus])
	return (
		<div
			ref={element}
			tabIndex={takesFocus ? -1 : undefined}
			role={isStale ? undefined : tone === 'error' ? 'alert' : 'status'}
			className={classes('alert', className, isStale && 'invisible')}
		>
			<Icon aria-hidden="true" strokeWidth={1.75} />
			<div>{children}</div>
		</div>
	)
}
