/**
 * What the product has beyond its specification and an owner may switch off, with the addresses that belong to it:
 * pages, screens and calls, as they are asked for or as their routes are written. What is no address, such as a job, asks
 * `hasFeature`. A new capability is one line here (docs/decisions, Pages beyond the specification).
 */
const ADDRESSES = {
	podcast:
		/^\/podcast(?:$|\/[^.]*$|\/[^/]+\/(?:transcript\.|chapters\.|cover\.png$))|^\/admin\/podcast(?:\/|$)|^\/api\/(?:podcast\/episodes|user\/(?:listening|queue)|admin\/podcast\/episodes)(?:\/|$)/,
	search: /^\/(?:api\/(?:admin\/)?)?search(?:\/|$)/,
	newsletter: /^\/(?:api\/)?admin\/mailings(?:\/|$)/,
} as const satisfies Record<string, RegExp>

export type Feature = keyof typeof ADDRESSES
export const FEATURES = Object.keys(ADDRESSES) as readonly Feature[]

const isFeature = (name: string): name is Feature => name in ADDRESSES

/** The features that `FEATURES` names (`all`, which is what nothing means too, `none`, or a list), and what in it is none. */
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

/** Whether this site has a feature. A build asks as well, which has not all settings of a server. For the server alone. */
export function hasFeature(name: Feature): boolean {
	on ??= parseFeatures(process.env.FEATURES).features
	return on.includes(name)
}

/** The features that this site has, in one word for each. */
export const featuresOn = (): readonly Feature[] => FEATURES.filter(hasFeature)

/** What the tests switch: these are on, or again what the settings say. */
export function takeFeatures(features: readonly Feature[] | undefined): void {
	on = features
}

/** Whether this site has the page, screen or call at `path`, as far as a feature decides that. */
export const isOn = (path: string): boolean => FEATURES.every((name) => hasFeature(name) || !ADDRESSES[name].test(path))
