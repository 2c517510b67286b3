/** Class names of the components in `src/styles`, shared by .astro and .tsx. */

export type ButtonVariant = 'primary' | 'line' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
	primary: 'btn-primary',
	line: 'btn-line',
	quiet: 'btn-quiet',
	danger: 'btn-danger',
}

/** Joins class names, skipping empty ones. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')

/** Returns the class of a link that looks like a button; real buttons are `<Button>`. */
export function buttonClass(options: { variant?: ButtonVariant; size?: ButtonSize; className?: string } = {}): string {
	return classes('btn', variants[options.variant ?? 'primary'], options.size === 'lg' && 'btn-lg', options.className)
}

export type Tone = 'neutral' | 'done' | 'brass' | 'error'

const pills: Record<Tone, string> = { neutral: '', done: 'pill-done', brass: 'pill-brass', error: 'pill-error' }

export const pillClass = (tone: Tone = 'neutral') => classes('pill', pills[tone])
