import { site } from './site.ts'

/** Maximum length of a description, in characters (docs/product.md, Search engines). */
export const DESCRIPTION_LIMIT = 150

/** Structured data for search engines and shared links, with absolute addresses. */
export type JsonLd = { '@context': 'https://schema.org'; '@type': string } & Record<string, unknown>

/** Returns the document title: appends the product's name if missing. */
export function pageTitle(title: string): string {
	return title.includes(site().name) ? title : `${title} | ${site().name}`
}

/**
 * Shortens a description to 150 characters including the ellipsis: collapses whitespace and cuts after a whole word
 * near the end. Characters are code points, so no surrogate pair is split.
 */
export function cutDescription(text: string): string {
	const folded = text.replace(/\s+/g, ' ').trim()
	const characters = [...folded]
	if (characters.length <= DESCRIPTION_LIMIT) return folded
	const head = characters.slice(0, DESCRIPTION_LIMIT - 1).join('')
	const space = head.lastIndexOf(' ')
	// Cut text without spaces (a URL, Chinese) at the limit.
	const kept = space > head.length - 30 ? head.slice(0, space) : head
	return `${kept.replace(/[\s,;:.–-]+$/, '')}…`
}

/** Returns the absolute address of `path`. The site's address must not have a path. */
export function absoluteUrl(path: string, base: URL | string): string {
	return new URL(path, base).href
}

/** Returns the canonical path of a course, with its slug or else its id. */
export const coursePath = (id: string, slug: string | null): string => `/courses/${slug ?? id}`

/** Returns the site's address from `Astro.site`, which the settings always define. @throws Error if they do not. */
export function siteAddress(site: URL | undefined): URL {
	if (!site) throw new Error('The site has no address: set it in astro.config.mjs')
	return site
}

/** Omits missing values, which a search engine would read as empty. */
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
	/** Address of the site, as the provider's address. */
	siteUrl: string
	/** Whether the content is for members only; it is then not marked as free. */
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
	/** ISO-8601; absent if the feed has no valid date. */
	datePublished?: string | undefined
	audioUrl?: string | undefined
	image?: string | undefined
	seconds?: number | undefined
}

/** Formats a duration for schema.org: 2050 seconds is PT34M10S. */
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
	datePublished?: string | undefined
	webFeed?: string | undefined
	episodes?: SeriesEpisode[]
}): JsonLd {
	return {
		'@context': 'https://schema.org',
		'@type': 'PodcastSeries',
		...present({
			name: series.name,
			description: series.description,
			// A feed whose author is the club has no personal author.
			author: { '@type': series.author === site().name ? 'Organization' : 'Person', name: series.author },
			url: series.url,
			image: series.image,
			datePublished: series.datePublished,
			webFeed: series.webFeed,
			episode: series.episodes?.length ? series.episodes.map(episodeJsonLd) : undefined,
		}),
	}
}

/** Serializes JSON for a script element. Escapes `<`: a title with `</script>` would otherwise end the element. */
export function serializeJsonLd(data: unknown): string {
	return JSON.stringify(data).replaceAll('<', '\\u003c')
}
