// @ts-check

/**
 * Colors by purpose, each in light and dark. All colors are defined here. `src/styles/contrast.test.ts` checks every
 * pair of text and background against WCAG AA.
 */
export const palette = {
	light: {
		paper: '#faf7f0', // the page
		surface: '#fffdf8', // cards, inputs, menus
		sunk: '#f2ecdf', // tracks, avatars, table heads
		ink: '#17212f', // text
		muted: '#4a5565', // secondary text
		rule: '#ddd3bf', // hairlines: decorative separators
		edge: '#857b66', // the border that identifies an input: at least 3:1
		navy: '#1b2b44', // the dark background
		'on-navy': '#f3ecdd',
		'on-navy-muted': '#b9c0cc',
		'navy-rule': '#38465c',
		'navy-surface': '#27364e',
		'brass-on-navy': '#e1b566',
		brass: '#b3822e', // marks, icons and rules; never text
		'brass-text': '#875a12',
		green: '#2c6a4d', // done
		red: '#b3402e', // errors: borders and marks
		'red-text': '#9d3323',
		primary: '#1b2b44',
		'primary-hover': '#2a4064',
		'on-primary': '#fbf6ea',
		danger: '#a83a29',
		'danger-hover': '#8c2f20',
		'on-danger': '#fff8f2',
		focus: '#875a12',
	},
	dark: {
		paper: '#0f1520',
		surface: '#161e2b',
		sunk: '#0b1019',
		ink: '#efe8da',
		muted: '#aab2bf',
		rule: '#2a3445',
		edge: '#6b7789',
		navy: '#0b1019',
		'on-navy': '#efe8da',
		'on-navy-muted': '#aab2bf',
		'navy-rule': '#293241',
		'navy-surface': '#151c28',
		'brass-on-navy': '#e1b566',
		brass: '#d6a24e',
		'brass-text': '#dcae63',
		green: '#7cc39f',
		red: '#e07d6b',
		'red-text': '#f0a596',
		primary: '#d6a24e',
		'primary-hover': '#e3b768',
		'on-primary': '#17120a',
		danger: '#e58a79',
		'danger-hover': '#f0a596',
		'on-danger': '#1f0d09',
		focus: '#e1b566',
	},
}

/** Font size, line height and letter spacing by use. */
const type = {
	display: ['clamp(2.5rem, 1.4rem + 4.2vw, 4.4rem)', '1.06', '-0.022em'],
	section: ['clamp(2rem, 1.3rem + 2.4vw, 3rem)', '1.12', '-0.015em'],
	page: ['clamp(1.9rem, 1.3rem + 2vw, 2.75rem)', '1.12', '-0.015em'],
	figure: ['2.5rem', '1.05', '-0.015em'],
	title: ['1.5rem', '1.2', '-0.012em'],
	subtitle: ['1.25rem', '1.25', '-0.01em'],
	lead: ['1.125rem', '1.6', '0'],
	ui: ['0.95rem', '1.5', '0'],
	small: ['0.875rem', '1.5', '0'],
	tiny: ['0.8125rem', '1.4', '0'],
}

/** Sizes shared with the style sheets, as variables of these names. */
const measures = {
	serif: 'var(--serif-faces), "Source Serif 4 fallback", Georgia, serif',
	sans: 'Inter, "Inter fallback", system-ui, sans-serif',
	'radius-control': '0.5rem',
	'radius-card': '0.875rem',
	measure: '72rem',
	reading: '38rem',
	gutter: 'clamp(1.25rem, 4vw, 2.5rem)',
	header: '4.25rem',
	control: '2.75rem', // minimum height of controls
	key: 'min(2.75rem, max(44px, 14vw))', // an icon button: four fit next to each other at any font size
}

const shadows = {
	light: {
		'shadow-card': '0 1px 2px rgb(23 33 47 / 0.05), 0 12px 32px -12px rgb(23 33 47 / 0.18)',
		'shadow-menu': '0 2px 6px rgb(23 33 47 / 0.07), 0 20px 48px -12px rgb(23 33 47 / 0.28)',
	},
	dark: {
		'shadow-card': '0 1px 2px rgb(0 0 0 / 0.4), 0 16px 40px -16px rgb(0 0 0 / 0.7)',
		'shadow-menu': '0 2px 6px rgb(0 0 0 / 0.5), 0 20px 48px -12px rgb(0 0 0 / 0.8)',
	},
}

/** @param {Record<string, string>} values */
const asVariables = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]))

/** @param {Record<string, unknown>} values */
const byVariable = (values) => Object.fromEntries(Object.keys(values).map((name) => [name, `var(--${name})`]))

const sizes = Object.fromEntries(Object.entries(type).map(([name, [size]]) => [`size-${name}`, size ?? '1rem']))

/** @type {import('tailwindcss').Config} */
export default {
	content: [], // the style sheet defines what is scanned
	theme: {
		colors: { transparent: 'transparent', current: 'currentColor', white: '#fff', ...byVariable(palette.light) },
		fontFamily: { serif: ['var(--serif)'], sans: ['var(--sans)'], mono: ['ui-monospace', 'Menlo', 'monospace'] },
		extend: {
			fontSize: Object.fromEntries(
				Object.entries(type).map(([name, [size = '', lineHeight = '', letterSpacing = '']]) => [
					name,
					[size, { lineHeight, letterSpacing }],
				]),
			),
			fontWeight: { title: '560', label: '550' },
			borderRadius: { control: 'var(--radius-control)', card: 'var(--radius-card)' },
			boxShadow: { card: 'var(--shadow-card)', menu: 'var(--shadow-menu)' },
			maxWidth: { measure: 'var(--measure)', reading: 'var(--reading)', form: '29rem' },
			minHeight: { control: 'var(--control)' },
			spacing: { gutter: 'var(--gutter)', header: 'var(--header)' },
		},
	},
	plugins: [
		// Defines the variables, so that one class works in both color schemes.
		(/** @type {import('tailwindcss/plugin').PluginAPI} */ { addBase }) =>
			addBase({
				':root': asVariables({ ...measures, ...sizes, ...palette.light, ...shadows.light }),
				'@media (prefers-color-scheme: dark)': { ':root': asVariables({ ...palette.dark, ...shadows.dark }) },
			}),
	],
}
