import type { ReactNode } from 'react'
import { pillClass, type Tone } from './styles.ts'

/** A short state or kind: Draft, Locked, Instructor. The words carry it, the colour only helps. */
export function Badge({ tone, children }: { tone?: Tone; children: ReactNode }) {
	return <span className={pillClass(tone)}>{children}</span>
}
