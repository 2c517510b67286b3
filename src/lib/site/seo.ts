import { site } from './site.ts'

/** Longest description of a page, in characters (docs/product.md, Search engines). */
export const DESCRIPTION_LIMIT = 150

/** What search engines and shared links are told about a page. Addresses in it are absolute. */
export type JsonLd = { '@context': 'https://schema.org'; '@type': string } & Record<string, unknown>

/** The document title: the product's name is appended where the title does not have it. */
export function pageTitle(title: string): string {
	return title.includes(site().name) ? title : `${title} | ${site().name}`
}

/**
 * A description of at most 150 characters: white space folded, cut after a whole word where there is one near the
 * end, with an ellipsis that counts. Characters are code points, so that no surrogate pair is halved.
 */
export function cutDescription(text: string): string {
	const folded = text.replace(/\s+/g, ' ').trim()
	const characters = [...folded]
	if (characters.length <= DESCRIPTION_LIMIT) return folded
	const head = characters.slice(0, DESCRIPTION_LIMIT - 1).join('')
	const space = head.lastIndexOf(' ')
	// A text without spaces (an address, Chinese) is cut where the limit falls.
	const kept = space > head.length - 30 ? head.slice(0, space) : head
	return `${kept.replace(/[\s,;:.–-]+$/, '')}…`
}

/** `path` on the public site, whose address has no path of its own. */
export function absoluteUrl(path: string, base: URL | string): string {
	return new URL(path, base).href
}

/** The one address of a course that search engines and shared links are told; without a readable one the other. */
export const coursePath = (id: string, slug: string | null): string => `/courses/${slug ?? id}`

/** The site's own address, from `Astro.site`, which the settings always give. @throws Error when they do not */
export function siteAddress(site: URL | undefined): URL {
	if (!site) throw new Error('The site has no address: astro.config.mjs gives it one')
	return site
}

/** Leaves out what is absent, which a search engine would take for an empty value. */
function present(values: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
	)
}

export function courseJsonLd(course: {
	name: string
	description: string
	url: string
	image?: string | undefined
	dateCreated?: string | undefined
	dateModified?: string | undefined
	/** Address of the site, for the provider. */
	siteUrl: string
	/** What is in it is for members: it is not said to be free. */
	isForMembers?: boolean
}): JsonLd {
	return {
		'@context': 'https://schema.org',
		'@type': 'Course',
		...present({
			name: course.name,
			description: course.description,
			provider: { '@type': 'Organization', name: site().name, sameAs: course.siteUrl },
			url: course.url,
			image: course.image,
			dateCreated: course.dateCreated,
			dateModified: course.dateModified,
			isAccessibleForFree: course.isForMembers ? false : undefined,
		}),
	}
}

export type SeriesEpisode = {
	name: string
	description: string
	url: string
	/** ISO-8601; absent where the feed gave no date that can be read. */
	datePublished?: string | undefined
	audioUrl?: string | undefined
	image?: string | undefined
	/** Length in whole seconds. */
	seconds?: number | undefined
}

/** A length as schema.org wants it: 2050 seconds is PT34M10S. */
export function isoDuration(seconds: number): string {
	const whole = Math.max(0, Math.round(seconds))
	const parts = [
		[Math.floor(whole / 3600), 'H'],
		[Math.floor((whole % 3600) / 60), 'M'],
		[whole % 60, 'S'],
	] as const
	return `PT${parts.flatMap(([count, unit]) => (count > 0 ? [`${count}${unit}`] : [])).join('') || '0S'}`
}

function episodeJsonLd(episode: SeriesEpisode): Record<string, unknown> {
	return {
		'@type': 'PodcastEpisode',
		...present({
			name: episode.name,
			description: episode.description,
			url: episode.url,
			datePublished: episode.datePublished,
			image: episode.image,
			timeRequired: episode.seconds ? isoDuration(episode.seconds) : undefined,
			associatedMedia: episode.audioUrl ? { '@type': 'AudioObject', contentUrl: episode.audioUrl } : undefined,
		}),
	}
}

export function podcastSeriesJsonLd(series: {
	name: string
	description: string
	author: string
	url: string
	image?: string | undefined
	/** Of the newest episode. */
	datePublished?: string | undefined
	/** Address of the RSS feed. */
	webFeed?: string | undefined
	episodes?: SeriesEpisode[]
}): JsonLd {
	return {
		'@context': 'https://schema.org',
		'@type': 'PodcastSeries',
		...present({
			name: series.name,
			description: series.description,
			// A feed that names the product itself names no person.
			author: { '@type': series.author === site().name ? 'Organization' : 'Person', name: series.author },
			url: series.url,
			image: series.image,
			datePublished: series.datePublished,
			webFeed: series.webFeed,
			episode: series.episodes?.length ? series.episodes.map(episodeJsonLd) : undefined,
		}),
	}
}

/**
 * JSON for the inside of a script element. `<` is escaped: a title that holds `</script>` would otherwise end the
 * element and be read as markup.
 */
export function serializeJsonLd(data: unknown): string {
	return JSON.stringify(data).replaceAll('<', '\\u003c')
}
