import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '../styles.ts'

const tones = {
	error: { className: 'alert-error', Icon: CircleAlert },
	done: { className: 'alert-done', Icon: CircleCheck },
	info: { className: '', Icon: Info },
} as const

/**
 * A message above a form or list. Errors are announced immediately, others politely. A success message replaces its
 * form and takes its focus.
 */
export function Alert({ tone = 'error', children }: { tone?: keyof typeof tones; children: ReactNode }) {
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
			role={tone === 'error' ? 'alert' : 'status'}
			className={classes('alert', className)}
		>
			<Icon aria-hidden="true" strokeWidth={1.75} />
			<div>{children}</div>
		</div>
	)
}
