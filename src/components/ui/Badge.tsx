import type { ReactNode } from 'react'
import { classes, pillClass, type Tone } from './styles.ts'

type Props = {
	tone?: Tone
	/** Its words are somebody's own: they may be long, and break. */
	isTyped?: boolean
	children: ReactNode
}

/** A short state or kind: Draft, Locked, Instructor. The words carry it, the colour only helps. */
export function Badge({ tone, isTyped = false, children }: Props) {
	return <span className={classes(pillClass(tone), isTyped && 'pill-typed')}>{children}</span>
}
