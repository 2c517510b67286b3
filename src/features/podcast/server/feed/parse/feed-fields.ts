// xml2js, under rss-parser, returns an element as text, as { $: attributes, _: text, children }, or in an array.
export type Fields = Record<string, unknown>
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

export function textOf(value: unknown): string {
	if (typeof value === 'string') return value
	if (Array.isArray(value)) return textOf(value[0])
	if (!isFields(value)) return ''
	// Child elements, such as unescaped HTML, contribute their text.
	const children = Object.entries(value).filter(([name]) => name !== '_' && name !== '$')
	return [value._, ...children.flatMap(([, elements]) => elements)].map(textOf).filter(Boolean).join(' ')
}

export function attributeOf(value: unknown, name: string): string {
	const element = Array.isArray(value) ? value[0] : value
	return isFields(element) && isFields(element.$) ? textOf(element.$[name]) : ''
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

/** Namespaces by pattern of their URIs. Half of all feeds use the old URI of the podcast namespace. */
const NAMESPACES: ReadonlyArray<readonly [prefix: string, uri: RegExp]> = [
	[
		'podcast',
		/^https?:\/\/(?:www\.)?(?:podcastindex\.org\/namespace\/1\.0|github\.com\/podcastindex-org\/podcast-namespace\b)/i,
	],
	['media', /^https?:\/\/search\.yahoo\.com\/mrss\/?$/i],
	['psc', /^https?:\/\/podlove\.org\/simple-chapters\b/i],
	['itunes', /^https?:\/\/www\.itunes\.com\/dtds\/podcast-1\.0\.dtd$/i],
	['content', /^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/i],
]

/** Number of characters to search for the root element and its namespaces. */
const HEAD_LENGTH = 20_000

/** Returns a function that renames elements from the feed's prefixes to the usual ones. */
export function elementRenamer(xml: string): (name: string) => string {
	const renamed = new Map<string, string>()
	for (const [, prefix = '', uri = ''] of xml
		.slice(0, HEAD_LENGTH)
		.matchAll(/\sxmlns:([\w.-]{1,50})\s*=\s*["']([^"']{1,300})["']/g)) {
		const usualPrefix = NAMESPACES.find(([, pattern]) => pattern.test(uri.trim()))?.[0]
		if (usualPrefix && usualPrefix !== prefix) renamed.set(prefix, usualPrefix)
	}
	if (renamed.size === 0) return (name) => name
	return (name) => {
		const at = name.indexOf(':')
		const usualPrefix = at > 0 ? renamed.get(name.slice(0, at)) : undefined
		return usualPrefix === undefined ? name : usualPrefix + name.slice(at)
	}
}
