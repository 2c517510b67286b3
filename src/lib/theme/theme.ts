import { palette } from '../../../tailwind.config.mjs'
import { contrast, hexOf, luminance, MIN_CONTRAST, mix, mixUntil } from './color.ts'

type Scheme = keyof typeof palette
type Colors = Partial<Record<keyof (typeof palette)['light'], string>>

/** The owner's colors, as `#rrggbb`; empty if unset. */
export interface OwnColors {
	readonly primary: string
	readonly primaryDark: string
	readonly accent: string
	readonly accentDark: string
}

const ERRORS = { light: 'Too pale for the light page', dark: 'Too dark for the dark page' } as const

const minContrastOn = (color: string, { paper, surface, sunk }: (typeof palette)['light']) =>
	Math.min(...[paper, surface, sunk].map((ground) => contrast(color, ground)))

/** Rounds down, so that a ratio just below the limit is not shown as sufficient. */
const formatRatio = (value: number) => String(Math.floor(value * 10) / 10)

/** Returns the error of a color for text and buttons in a scheme; undefined if it is readable. */
export function unreadable(text: string, scheme: Scheme): string | undefined {
	const color = hexOf(text)
	if (color === undefined) return 'Use a color such as #1b2b44'
	const lowest = minContrastOn(color, palette[scheme])
	if (lowest >= MIN_CONTRAST) return undefined
	return `${ERRORS[scheme]}: contrast ${formatRatio(lowest)}, needs ${MIN_CONTRAST}`
}

/** Derives the color for the dark scheme, lightened only as much as readability requires. */
export const toDarkScheme = (color: string): string =>
	mixUntil(color, '#ffffff', (candidate) => minContrastOn(candidate, palette.dark) >= MIN_CONTRAST + 1)

/** Returns the more readable of light and dark text on a background. */
const textOn = (ground: string) =>
	[palette.light.surface, palette.dark['on-primary']].sort((a, b) => contrast(b, ground) - contrast(a, ground))[0] ?? ''

/** Derives button colors: hovering increases the contrast with the text. */
function button(ground: string): Colors {
	const text = textOn(ground)
	const opposite = luminance(text) > luminance(ground) ? '#000000' : '#ffffff'
	return { primary: ground, 'primary-hover': mix(ground, opposite, 0.18), 'on-primary': text }
}

/** Returns a dark background in the hue of a color, at most as light as the default one, with its surface and lines. */
function navyColors(color: string): Colors {
	const notLighter = (than: string) => (candidate: string) => luminance(candidate) <= luminance(than)
	const { navy, 'navy-surface': surface, 'navy-rule': rule } = palette.light
	return {
		navy: mixUntil(color, '#000000', notLighter(navy)),
		'navy-surface': mixUntil(color, '#000000', notLighter(surface)),
		'navy-rule': mixUntil(color, '#000000', notLighter(rule)),
	}
}

const onNavy = (color: string, navySurface: string) =>
	mixUntil(color, '#ffffff', (candidate) => contrast(candidate, navySurface) >= MIN_CONTRAST + 1)

const marks = (color: string): Colors => ({ brass: color, 'brass-text': color, focus: color })

/** Returns the changed colors of each scheme; empty if the owner chose no colors. */
export function ownPalette({ primary, primaryDark, accent, accentDark }: OwnColors): Record<Scheme, Colors> {
	const light: Colors = {}
	const dark: Colors = {}
	if (primary) {
		Object.assign(light, button(primary), navyColors(primary))
	}
	const darkPrimary = primaryDark || (primary && toDarkScheme(primary))
	if (darkPrimary) Object.assign(dark, button(darkPrimary))
	if (accent) {
		Object.assign(light, marks(accent), {
			'brass-on-navy': onNavy(accent, light['navy-surface'] ?? palette.light['navy-surface']),
		})
	}
	const darkAccent = accentDark || (accent && toDarkScheme(accent))
	if (darkAccent) {
		Object.assign(dark, marks(darkAccent), { 'brass-on-navy': onNavy(darkAccent, palette.dark['navy-surface']) })
	}
	return { light, dark }
}

const NAMES = ['primary', 'primaryDark', 'accent', 'accentDark'] as const

/**
 * Returns the path of the owner's style sheet; undefined if no colors are set. The colors are in its query, so a page
 * always gets its own colors from any node or cache.
 */
export function themePath(colors: OwnColors): string | undefined {
	if (NAMES.every((name) => !colors[name])) return undefined
	return `/theme.css?c=${NAMES.map((name) => colors[name].slice(1)).join('-')}`
}

/** Parses the query of a path from `themePath`; undefined if `themePath` would not create it. */
export function colorsIn(text: string | null): OwnColors | undefined {
	const parts = text?.split('-') ?? []
	if (parts.length !== NAMES.length || !parts.every((part) => part === '' || /^[\da-f]{6}$/.test(part)))
		return undefined
	const entries = NAMES.map((name, index) => [name, parts[index] ? `#${parts[index]}` : ''])
	return Object.fromEntries(entries) as unknown as OwnColors
}

const variables = (colors: Colors) =>
	Object.entries(colors)
		.map(([name, value]) => `--${name}:${value}`)
		.join(';')

/** Renders the style sheet with the owner's colors. */
export function themeCss(colors: OwnColors): string {
	const { light, dark } = ownPalette(colors)
	return `:root{${variables(light)}}@media (prefers-color-scheme:dark){:root{${variables({ ...darkResets(light), ...dark })}}}`
}

/** Returns the dark values of variables that only the light colors change. */
const darkResets = (light: Colors): Colors =>
	Object.fromEntries(Object.keys(light).map((name) => [name, palette.dark[name as keyof Colors]]))
