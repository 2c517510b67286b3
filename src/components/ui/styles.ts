/** Class names of the product's shapes (`src/styles`), so that .astro and .tsx spell them once. */

export type ButtonVariant = 'primary' | 'line' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
	primary: 'btn-primary',
	line: 'btn-line',
	quiet: 'btn-quiet',
	danger: 'btn-danger',
}

/** Joins class names and leaves out what is absent. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')

/** For a link that looks like a button; a real button is `<Button>`. */
export function buttonClass(options: { variant?: ButtonVariant; size?: ButtonSize; className?: string } = {}): string {
	return classes('btn', variants[options.variant ?? 'primary'], options.size === 'lg' && 'btn-lg', options.className)
}

export type Tone = 'neutral' | 'done' | 'brass' | 'error'

const pills: Record<Tone, string> = { neutral: '', done: 'pill-done', brass: 'pill-brass', error: 'pill-error' }

export const pillClass = (tone: Tone = 'neutral') => classes('pill', pills[tone])
