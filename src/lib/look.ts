import { palette } from '../../tailwind.config.mjs'
import { contrast, hexOf, luminance, mixed, mixedUntil, READABLE } from './colour.ts'

type Scheme = keyof typeof palette
type Colours = Partial<Record<keyof (typeof palette)['light'], string>>

/** The colours that an owner chose, as `#rrggbb`; empty where they chose none. */
export interface OwnColours {
	readonly primary: string
	readonly primaryDark: string
	readonly accent: string
	readonly accentDark: string
}

const GROUNDS = { light: 'paper', dark: 'dark paper' } as const

/** The least contrast with what text stands on. */
const leastOn = (colour: string, { paper, surface, sunk }: (typeof palette)['light']) =>
	Math.min(...[paper, surface, sunk].map((ground) => contrast(colour, ground)))

/** Of two decimals, so that what is just below is not shown as enough. */
const ratio = (value: number) => `${Math.floor(value * 10) / 10}:1`

/** What is wrong with a colour for text and buttons in a scheme; undefined where it can be read. */
export function unreadable(text: string, scheme: Scheme): string | undefined {
	const colour = hexOf(text)
	if (colour === undefined) return 'Use a colour such as #1b2b44'
	const least = leastOn(colour, palette[scheme])
	if (least >= READABLE) return undefined
	return `This colour cannot be read on ${GROUNDS[scheme]}: ${ratio(least)}, ${READABLE}:1 is needed`
}

/** The colour for the dark scheme that a light one leads to: as little lighter as can be read well there. */
export const inTheDark = (colour: string): string =>
	mixedUntil(colour, '#ffffff', (tried) => leastOn(tried, palette.dark) >= READABLE + 1)

/** The better of light and dark text on a ground. */
const textOn = (ground: string) =>
	[palette.light.surface, palette.dark['on-primary']].sort((a, b) => contrast(b, ground) - contrast(a, ground))[0] ?? ''

/** What follows from a colour for buttons: hovering takes it further from its text. */
function button(ground: string): Colours {
	const text = textOn(ground)
	const away = luminance(text) > luminance(ground) ? '#000000' : '#ffffff'
	return { primary: ground, 'primary-hover': mixed(ground, away, 0.18), 'on-primary': text }
}

/** The dark ground in the hue of a colour, as dark as ours, with its surface and lines. */
function ground(colour: string): Colours {
	const notLighter = (than: string) => (tried: string) => luminance(tried) <= luminance(than)
	const { navy, 'navy-surface': surface, 'navy-rule': rule } = palette.light
	return {
		navy: mixedUntil(colour, '#000000', notLighter(navy)),
		'navy-surface': mixedUntil(colour, '#000000', notLighter(surface)),
		'navy-rule': mixedUntil(colour, '#000000', notLighter(rule)),
	}
}

/** As an accent on the dark ground. */
const onNavy = (colour: string, navySurface: string) =>
	mixedUntil(colour, '#ffffff', (tried) => contrast(tried, navySurface) >= READABLE + 1)

const marks = (colour: string): Colours => ({ brass: colour, 'brass-text': colour, focus: colour })

/** What an owner's colours change in each scheme: nothing where they chose none. */
export function ownPalette({ primary, primaryDark, accent, accentDark }: OwnColours): Record<Scheme, Colours> {
	const light: Colours = {}
	const dark: Colours = {}
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
 * Where the style sheet of an owner's colours lies; undefined where they chose none. The colours are in the address:
 * whoever has the page has the colours that belong to it, from any node and any cache.
 */
export function lookPath(colours: OwnColours): string | undefined {
	if (NAMES.every((name) => !colours[name])) return undefined
	return `/look.css?c=${NAMES.map((name) => colours[name].slice(1)).join('-')}`
}

/** The colours in such an address; undefined where it is not one that `lookPath` makes. */
export function coloursIn(text: string | null): OwnColours | undefined {
	const parts = text?.split('-') ?? []
	if (parts.length !== NAMES.length || !parts.every((part) => part === '' || /^[\da-f]{6}$/.test(part)))
		return undefined
	const entries = NAMES.map((name, index) => [name, parts[index] ? `#${parts[index]}` : ''])
	return Object.fromEntries(entries) as unknown as OwnColours
}

const variables = (colours: Colours) =>
	Object.entries(colours)
		.map(([name, value]) => `--${name}:${value}`)
		.join(';')

/** The style sheet that puts an owner's colours in place of ours. */
export function lookCss(colours: OwnColours): string {
	const { light, dark } = ownPalette(colours)
	return `:root{${variables(light)}}@media (prefers-color-scheme:dark){:root{${variables({ ...darkBack(light), ...dark })}}}`
}

/** What the light colours change and the dark ones do not, as it is in the dark. */
const darkBack = (light: Colours): Colours =>
	Object.fromEntries(Object.keys(light).map((name) => [name, palette.dark[name as keyof Colours]]))
