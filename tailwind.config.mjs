// @ts-check

/**
 * Colours by their use, each in light and dark. This is the only place that names a colour.
 * `src/styles/contrast.test.ts` holds every pair of text and ground to WCAG AA.
 */
export const palette = {
	light: {
		paper: '#faf7f0', // the page
		surface: '#fffdf8', // cards, inputs, menus
		sunk: '#f2ecdf', // tracks, avatars, table heads
		ink: '#17212f', // text
		muted: '#4a5565', // second text
		rule: '#ddd3bf', // hairlines: they divide, they carry no meaning
		edge: '#857b66', // the border that makes an input recognisable: 3:1 at least
		navy: '#1b2b44', // the dark ground
		'on-navy': '#f3ecdd',
		'on-navy-muted': '#b9c0cc',
		'navy-rule': '#38465c',
		'navy-surface': '#27364e',
		'brass-on-navy': '#e1b566',
		brass: '#b3822e', // marks, icons and rules; never text
		'brass-text': '#875a12',
		green: '#2c6a4d', // done
		red: '#b3402e', // faults: borders and marks
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

/** @param {Record<string, string>} colours */
const asVariables = (colours) =>
	Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${name}`, value]))

const colours = Object.fromEntries(Object.keys(palette.light).map((name) => [name, `var(--${name})`]))

/** @type {import('tailwindcss').Config} */
export default {
	content: [], // the CSS file says what is scanned
	theme: {
		colors: { transparent: 'transparent', current: 'currentColor', white: '#fff', ...colours },
		fontFamily: {
			serif: ['"Source Serif 4"', '"Source Serif 4 fallback"', 'Georgia', 'serif'],
			sans: ['Inter', '"Inter fallback"', 'system-ui', 'sans-serif'],
			mono: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'monospace'],
		},
		extend: {
			fontSize: {
				display: ['clamp(2.5rem, 1.4rem + 4.2vw, 4.4rem)', { lineHeight: '1.06', letterSpacing: '-0.02em' }],
				section: ['clamp(2rem, 1.3rem + 2.4vw, 3rem)', { lineHeight: '1.12', letterSpacing: '-0.015em' }],
				page: ['clamp(1.9rem, 1.3rem + 2vw, 2.75rem)', { lineHeight: '1.12', letterSpacing: '-0.015em' }],
				title: ['1.5rem', { lineHeight: '1.2', letterSpacing: '-0.012em' }],
				subtitle: ['1.25rem', { lineHeight: '1.25', letterSpacing: '-0.01em' }],
				figure: ['2.5rem', { lineHeight: '1', letterSpacing: '-0.015em' }],
				lead: ['1.125rem', { lineHeight: '1.6' }],
				ui: ['0.95rem', { lineHeight: '1.5' }],
				small: ['0.875rem', { lineHeight: '1.5' }],
				tiny: ['0.8125rem', { lineHeight: '1.4' }],
			},
			fontWeight: { title: '560', label: '550' },
			borderRadius: { control: '0.5rem', card: '0.875rem' },
			boxShadow: { card: 'var(--shadow-card)', menu: 'var(--shadow-menu)' },
			maxWidth: { measure: '72rem', reading: '38rem', form: '29rem' },
			minHeight: { control: '2.75rem' },
			spacing: { gutter: 'clamp(1.25rem, 4vw, 2.5rem)', header: '4.25rem' },
			transitionDuration: { DEFAULT: '150ms' },
		},
	},
	plugins: [
		// The variables themselves, so that one class serves both schemes.
		(/** @type {{ addBase: (rules: Record<string, unknown>) => void }} */ { addBase }) =>
			addBase({
				':root': {
					...asVariables(palette.light),
					'--shadow-card': '0 1px 2px rgb(23 33 47 / 0.05), 0 12px 32px -12px rgb(23 33 47 / 0.18)',
					'--shadow-menu': '0 2px 6px rgb(23 33 47 / 0.07), 0 20px 48px -12px rgb(23 33 47 / 0.28)',
				},
				'@media (prefers-color-scheme: dark)': {
					':root': {
						...asVariables(palette.dark),
						'--shadow-card': '0 1px 2px rgb(0 0 0 / 0.4), 0 16px 40px -16px rgb(0 0 0 / 0.7)',
						'--shadow-menu': '0 2px 6px rgb(0 0 0 / 0.5), 0 20px 48px -12px rgb(0 0 0 / 0.8)',
					},
				},
			}),
	],
}
