import { palette } from '../../../tailwind.config.mjs'
import { contrast, hexOf, luminance, mixed, mixedUntil, READABLE } from './color.ts'

type Scheme = keyof typeof palette
type Colors = Partial<Record<keyof (typeof palette)['light'], string>>

/** The colors that an owner chose, as `#rrggbb`; empty where they chose none. */
export interface OwnColors {
	readonly primary: string
	readonly primaryDark: string
	readonly accent: string
	readonly accentDark: string
}

const GROUNDS = { light: 'paper', dark: 'dark paper' } as const

/** The least contrast with what text stands on. */
const leastOn = (color: string, { paper, surface, sunk }: (typeof palette)['light']) =>
	Math.min(...[paper, surface, sunk].map((ground) => contrast(color, ground)))

/** Of two decimals, so that what is just below is not shown as enough. */
const ratio = (value: number) => `${Math.floor(value * 10) / 10}:1`

/** What is wrong with a color for text and buttons in a scheme; undefined where it can be read. */
export function unreadable(text: string, scheme: Scheme): string | undefined {
	const color = hexOf(text)
	if (color === undefined) return 'Use a color such as #1b2b44'
	const least = leastOn(color, palette[scheme])
	if (least >= READABLE) return undefined
	return `This color cannot be read on ${GROUNDS[scheme]}: ${ratio(least)}, ${READABLE}:1 is needed`
}

/** The color for the dark scheme that a light one leads to: as little lighter as can be read well there. */
export const inTheDark = (color: string): string =>
	mixedUntil(color, '#ffffff', (tried) => leastOn(tried, palette.dark) >= READABLE + 1)

/** The better of light and dark text on a ground. */
const textOn = (ground: string) =>
	[palette.light.surface, palette.dark['on-primary']].sort((a, b) => contrast(b, ground) - contrast(a, ground))[0] ?? ''

/** What follows from a color for buttons: hovering takes it further from its text. */
function button(ground: string): Colors {
	const text = textOn(ground)
	const away = luminance(text) > luminance(ground) ? '#000000' : '#ffffff'
	return { primary: ground, 'primary-hover': mixed(ground, away, 0.18), 'on-primary': text }
}

/** The dark ground in the hue of a color, as dark as ours, with its surface and lines. */
function ground(color: string): Colors {
	const notLighter = (than: string) => (tried: string) => luminance(tried) <= luminance(than)
	const { navy, 'navy-surface': surface, 'navy-rule': rule } = palette.light
	return {
		navy: mixedUntil(color, '#000000', notLighter(navy)),
		'navy-surface': mixedUntil(color, '#000000', notLighter(surface)),
		'navy-rule': mixedUntil(color, '#000000', notLighter(rule)),
	}
}

/** As an accent on the dark ground. */
const onNavy = (color: string, navySurface: string) =>
	mixedUntil(color, '#ffffff', (tried) => contrast(tried, navySurface) >= READABLE + 1)

const marks = (color: string): Colors => ({ brass: color, 'brass-text': color, focus: color })

/** What an owner's colors change in each scheme: nothing where they chose none. */
export function ownPalette({ primary, primaryDark, accent, accentDark }: OwnColors): Record<Scheme, Colors> {
	const light: Colors = {}
	const dark: Colors = {}
	if (primary) {
		Object.assign(light, button(primary), ground(primary))
	}
	const buttonInDark = primaryDark || (primary && inTheDark(primary))
	if (buttonInDark) Object.assign(dark, button(buttonInDark))
	if (accent) {
		Object.assign(light, marks(accent), {
			'brass-on-navy': onNavy(accent, light['navy-surface'] ?? palette.light['navy-surface']),
		})
	}
	const inDark = accentDark || (accent && inTheDark(accent))
	if (inDark) {
		Object.assign(dark, marks(inDark), { 'brass-on-navy': onNavy(inDark, palette.dark['navy-surface']) })
	}
	return { light, dark }
}

const NAMES = ['primary', 'primaryDark', 'accent', 'accentDark'] as const

/**
 * Where the style sheet of an owner's colors lies; undefined where they chose none. The colors are in the address:
 * whoever has the page has the colors that belong to it, from any node and any cache.
 */
export function themePath(colors: OwnColors): string | undefined {
	if (NAMES.every((name) => !colors[name])) return undefined
	return `/theme.css?c=${NAMES.map((name) => colors[name].slice(1)).join('-')}`
}

/** The colors in such an address; undefined where it is not one that `themePath` makes. */
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

/** The style sheet that puts an owner's colors in place of ours. */
export function themeCss(colors: OwnColors): string {
	const { light, dark } = ownPalette(colors)
	return `:root{${variables(light)}}@media (prefers-color-scheme:dark){:root{${variables({ ...darkBack(light), ...dark })}}}`
}

/** What the light colors change and the dark ones do not, as it is in the dark. */
const darkBack = (light: Colors): Colors =>
	Object.fromEntries(Object.keys(light).map((name) => [name, palette.dark[name as keyof Colors]]))
