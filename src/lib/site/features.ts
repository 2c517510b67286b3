/**
 * Optional features beyond the specification, with the addresses of their pages, screens and calls, as requested or
 * as route patterns. Code without an address, such as a job, calls `hasFeature`. A new feature is one line here
 * (docs/decisions, Pages beyond the specification).
 */
const ADDRESSES = {
	podcast:
		/^\/podcast(?:$|\/[^.]*$|\/[^/]+\/(?:transcript\.|chapters\.|cover\.png$))|^\/admin\/podcast(?:\/|$)|^\/api\/(?:podcast\/episodes|user\/(?:listening|queue)|admin\/podcast\/episodes)(?:\/|$)/,
	search: /^\/(?:api\/(?:admin\/)?)?search(?:\/|$)/,
	dues: /^\/(?:account\/membership|admin\/dues|api\/(?:membership|billing|admin\/(?:plans|coupons|dues|payments|invoices|members)))(?:[/.]|$)/,
	newsletter: /^\/(?:api\/)?admin\/mailings(?:\/|$)/,
} as const satisfies Record<string, RegExp>

export type Feature = keyof typeof ADDRESSES
export const FEATURES = Object.keys(ADDRESSES) as readonly Feature[]

const isFeature = (name: string): name is Feature => name in ADDRESSES

/** Parses `FEATURES` (`all`, also if empty, `none`, or a list) and returns unknown names separately. */
export function parseFeatures(text: string | undefined): { features: readonly Feature[]; wrong: readonly string[] } {
	const names = (text ?? '')
		.split(',')
		.map((name) => name.trim().toLowerCase())
		.filter(Boolean)
	if (names.length === 0 || names.join() === 'all') return { features: FEATURES, wrong: [] }
	if (names.join() === 'none') return { features: [], wrong: [] }
	return { features: FEATURES.filter((name) => names.includes(name)), wrong: names.filter((name) => !isFeature(name)) }
}

let on: readonly Feature[] | undefined

/** Tells whether a feature is enabled. Server only, but also in a build, which lacks some settings. */
export function hasFeature(name: Feature): boolean {
	on ??= parseFeatures(process.env.FEATURES).features
	return on.includes(name)
}

export const featuresOn = (): readonly Feature[] => FEATURES.filter(hasFeature)

/** Overrides the features in tests; undefined restores the settings. */
export function overrideFeatures(features: readonly Feature[] | undefined): void {
	on = features
}

/** Tells whether the page, screen or call at `path` is not part of a disabled feature. */
export const isOn = (path: string): boolean => FEATURES.every((name) => hasFeature(name) || !ADDRESSES[name].test(path))
