import { site } from './site.ts'

/**
 * Optional features beyond the specification, with the addresses of their pages, screens and calls. Matches both
 * requested paths and route patterns. Code without an address, such as a job, calls `hasFeature`. A new feature is one
 * line here (docs/decisions/039).
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

/** Parses `FEATURES` (`all`, `none` or a list; empty means `all`) and returns unknown names separately. */
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

/** Returns whether the environment allows a feature. Server and build only; a build lacks some settings. */
export function isAvailable(name: Feature): boolean {
	on ??= parseFeatures(process.env.FEATURES).features
	return on.includes(name)
}

/**
 * Returns whether a feature is in use. Dues must also be turned on by the owner, which can change while the server
 * runs.
 */
export const hasFeature = (name: Feature): boolean =>
	isAvailable(name) && (name !== 'dues' || site().collectsDues === 'on')

/** Returns the features that the environment allows. The owner's part is in the settings (`publish/page-cache.ts`). */
export const availableFeatures = (): readonly Feature[] => FEATURES.filter(isAvailable)

/** Overrides the features in tests; undefined restores the settings. */
export function overrideFeatures(features: readonly Feature[] | undefined): void {
	on = features
}

const areOn = (path: string, has: (name: Feature) => boolean) =>
	FEATURES.every((name) => has(name) || !ADDRESSES[name].test(path))

/** Returns whether the page, screen or call at `path` is on: false if it is part of a feature that is not in use. */
export const isOn = (path: string): boolean => areOn(path, hasFeature)

/** Returns whether `path` can be on, now or after a change of the settings. */
export const mayBeOn = (path: string): boolean => areOn(path, isAvailable)
