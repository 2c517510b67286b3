import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './styles.ts'

const tones = {
	fault: { className: 'alert-fault', Icon: CircleAlert },
	done: { className: 'alert-done', Icon: CircleCheck },
	info: { className: '', Icon: Info },
} as const

/** A sentence above a form or a list. Faults are announced at once, the rest when there is a pause. */
export function Alert({ tone = 'fault', children }: { tone?: keyof typeof tones; children: ReactNode }) {
	const { className, Icon } = tones[tone]
	return (
		<div role={tone === 'fault' ? 'alert' : 'status'} className={classes('alert', className)}>
			<Icon aria-hidden="true" strokeWidth={1.75} />
			<div>{children}</div>
		</div>
	)
}
