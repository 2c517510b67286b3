import type { ReactNode } from 'react'
import { pillClass, type Tone } from './styles.ts'

type Props = {
	tone?: Tone
	children: ReactNode
}

/** Shows a short state or kind: Draft, Locked, Instructor. The text must be clear without the color. */
export function Badge({ tone, children }: Props) {
	return <span className={pillClass(tone)}>{children}</span>
}
