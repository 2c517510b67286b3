import type { ReactNode } from 'react'
import { pillClass, type Tone } from './styles.ts'

type Props = {
	tone?: Tone
	children: ReactNode
}

/** A short state or kind: Draft, Locked, Instructor. The text carries the meaning, the color only helps. */
export function Badge({ tone, children }: Props) {
	return <span className={pillClass(tone)}>{children}</span>
}
