import { site } from './site.ts'

/**
 * Optional features beyond the specification, with the addresses of their pages, screens and calls, as requested or
 * as route patterns. Code without an address, such as a job, calls `hasFeature`. A new feature is one line here
 * (docs/decisions, Pages beyond the specification).
 */
const ADDRESSES = {
	podcast:
		/^\/podcast(?:$|\/[^.]*$|\/[^/]+\/(?:transcript\.|chapters\.|cover\.png$))|^\/admin\/podcast(?:\/|$)|^\/api\/(?:podcast\/episodes|user\/(?:listening|queue)|admin\/podcast\/episodes)(?:\/|$)/,
	search: /^\/(?:api\/(?:admin\/)?)?search(?:\/|$)/,
	dues: /^\/(?:account\/membership|admin\/dues|api\/(?:membership(?!\/preview)|billing|admin\/(?:plans|coupons|dues|payments|invoices|members)))(?:[/.]|$)/,
	cle: /^\/(?:cle|verify|admin\/cle|api\/(?:cle|attendance|certificates|verify|admin\/cle))(?:[/.]|$)/,
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

/** Tells whether the environment allows a feature. Server only, but also in a build, which lacks some settings. */
export function isAvailable(name: Feature): boolean {
	on ??= parseFeatures(process.env.FEATURES).features
	return on.includes(name)
}

/** Tells whether a feature is in use. Dues also need the owner's consent, which may change while the server runs. */
export const hasFeature = (name: Feature): boolean =>
	isAvailable(name) && (name !== 'dues' || site().collectsDues === 'on')

/** Returns the available features. What the owner's settings add is in the settings (`publish/page-cache.ts`). */
export const availableFeatures = (): readonly Feature[] => FEATURES.filter(isAvailable)

/** Overrides the features in tests; undefined restores the settings. */
export function overrideFeatures(features: readonly Feature[] | undefined): void {
	on = features
}

const areOn = (path: string, has: (name: Feature) => boolean) =>
	FEATURES.every((name) => has(name) || !ADDRESSES[name].test(path))

/** Tells whether the page, screen or call at `path` is not part of a feature that is not in use. */
export const isOn = (path: string): boolean => areOn(path, hasFeature)

/** Tells whether it may be, now or after a change of the settings. */
export const mayBeOn = (path: string): boolean => areOn(path, isAvailable)
