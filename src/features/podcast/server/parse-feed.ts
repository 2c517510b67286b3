import { createHash } from 'node:crypto'
import Parser from 'rss-parser'
import { assertPlainXml, mendAmpersands } from './decode-xml.ts'
import { FeedError } from './feed-error.ts'
import { isAudio, parseDate, parseDuration, safeLink } from './feed-values.ts'
import { cut, htmlToLine, htmlToText } from './html-to-text.ts'

export interface NormalisedEpisode {
	/** Of the guid, stable across rounds. */
	id: string
	title: string
	/** Plain text. */
	description: string
	/** Epoch milliseconds; null where the feed has no date, or one that does not parse. */
	pubDate: number | null
	/** Seconds; null where the feed does not say. */
	duration: number | null
	audioUrl: string
	imageUrl: string | null
}

export interface NormalisedFeed {
	title: string
	/** Plain text. */
	description: string
	imageUrl: string | null
	author: string | null
	link: string | null
	/** Newest first; those without a date last, in the order of the feed. At least one. */
	episodes: NormalisedEpisode[]
}

export interface ParseOptions {
	/** Where the feed was found: relative links start there. */
	baseUrl: string
	/** Our own site's origin, where plain http links may stay. */
	ownOrigin: string
}

const MAX_EPISODES = 1_000
const MAX_TITLE = 300
const MAX_DESCRIPTION = 10_000
const ID_LENGTH = 12

// xml2js, below rss-parser, gives an element as text, as { $: attributes, _: text, children }, or in an array.
type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function textOf(value: unknown): string {
	if (typeof value === 'string') return value
	if (Array.isArray(value)) return textOf(value[0])
	if (!isFields(value)) return ''
	// Elements inside, as of HTML that somebody forgot to escape, give their text.
	const inside = Object.entries(value).filter(([name]) => name !== '_' && name !== '$')
	return [value._, ...inside.flatMap(([, elements]) => elements)].map(textOf).filter(Boolean).join(' ')
}

function attributeOf(value: unknown, name: string): string {
	const element = Array.isArray(value) ? value[0] : value
	return isFields(element) && isFields(element.$) ? textOf(element.$[name]) : ''
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

/** The first that has something to say, as plain text. */
function firstText(toText: (html: string) => string, max: number, ...candidates: unknown[]): string {
	for (const candidate of candidates) {
		const text = toText(textOf(candidate))
		if (text) return cut(text, max)
	}
	return ''
}

/**
 * Elements that rss-parser must not know by their names: it rejects a whole Atom feed for one date that does not
 * parse, and makes its own plain text of the others with a regular expression whose time grows with the square.
 */
const OURS = ['published', 'updated', 'description', 'content:encoded']

const parser = new Parser<Fields, Fields>({
	defaultRSS: 2,
	xml2js: { tagNameProcessors: [(name: string) => (OURS.includes(name) ? `our:${name}` : name)] },
	customFields: {
		feed: [
			...['our:description', 'itunes:summary', 'itunes:subtitle', 'subtitle', 'itunes:author', 'link'],
			...['itunes:image', 'logo', 'icon'],
		],
		item: [
			['enclosure', 'enclosures', { keepArray: true }],
			['link', 'links', { keepArray: true }],
			...['itunes:duration', 'itunes:image', 'itunes:title', 'itunes:summary', 'itunes:subtitle'],
			...['our:description', 'our:content:encoded', 'our:published', 'our:updated', 'id'],
		],
	},
})

/** Twelve characters of base 32: 60 bits, enough that two episodes of a feed never meet. */
function episodeId(guid: string): string {
	const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
	const hash = createHash('sha256').update(guid).digest()
	return Array.from(hash.subarray(0, ID_LENGTH), (byte) => alphabet[byte % 32]).join('')
}

/** Address and type of what an item offers to download: RSS enclosures, and Atom's links of that kind. */
const enclosuresOf = (item: Fields) =>
	[...listOf(item.enclosures), ...listOf(item.links).filter((link) => attributeOf(link, 'rel') === 'enclosure')].map(
		(element) => ({
			url: attributeOf(element, 'url') || attributeOf(element, 'href'),
			type: attributeOf(element, 'type'),
		}),
	)

/** `itunes:image` has its address in `href`; some feeds write it as the text, others write nonsense there. */
function imageOf(value: unknown, toLink: (link: string) => string | null): string | null {
	const text = textOf(value).trim()
	return toLink(attributeOf(value, 'href')) ?? (/^https?:\/\//i.test(text) ? toLink(text) : null)
}

function toEpisode(item: Fields, toLink: (link: string) => string | null): NormalisedEpisode | undefined {
	let audioUrl: string | null = null
	for (const enclosure of enclosuresOf(item)) {
		if (isAudio(enclosure.url, enclosure.type)) audioUrl ??= toLink(enclosure.url)
	}
	if (!audioUrl) return undefined
	const guid = textOf(item.guid).trim() || textOf(item.id).trim() || audioUrl
	return {
		id: episodeId(guid),
		title: firstText(htmlToLine, MAX_TITLE, item.title, item['itunes:title']) || 'Untitled episode',
		description: firstText(
			htmlToText,
			MAX_DESCRIPTION,
			...[item['our:description'], item.summary, item['itunes:summary']],
			...[item['our:content:encoded'], item.content, item['itunes:subtitle']],
		),
		pubDate:
			parseDate(textOf(item.pubDate)) ??
			parseDate(textOf(item.date)) ??
			parseDate(textOf(item['our:published'])) ??
			parseDate(textOf(item['our:updated'])),
		duration: parseDuration(textOf(item['itunes:duration'])),
		audioUrl,
		imageUrl: imageOf(item['itunes:image'], toLink),
	}
}

/** Newest first. The sort is stable: equal dates, and none, keep the order of the feed. */
const byDate = (a: NormalisedEpisode, b: NormalisedEpisode) =>
	(b.pubDate ?? Number.MIN_SAFE_INTEGER) - (a.pubDate ?? Number.MIN_SAFE_INTEGER)

function episodesOf(items: Fields[], toLink: (link: string) => string | null): NormalisedEpisode[] {
	const byId = new Map<string, NormalisedEpisode>()
	for (const item of items) {
		const episode = toEpisode(item, toLink)
		// Of two items with one guid the first is taken, as podcast apps do.
		if (episode && !byId.has(episode.id)) byId.set(episode.id, episode)
	}
	return [...byId.values()].sort(byDate).slice(0, MAX_EPISODES)
}

/**
 * A podcast feed (RSS 2.0, 1.0, 0.9 or Atom) brought into one form, with every address made absolute and every
 * text made plain. Items without audio are left out.
 *
 * A feed that parses but has no audio at all is refused as well: it is a blog's address, or a podcast whose host
 * has an accident, and either way the last good episodes serve visitors better than an empty list.
 * @throws {FeedError}
 */
export async function parseFeed(xml: string, { baseUrl, ownOrigin }: ParseOptions): Promise<NormalisedFeed> {
	assertPlainXml(xml)
	const feed = await parser.parseString(mendAmpersands(xml).trim()).catch((error: unknown) => {
		const reason = error instanceof Error ? error.message.split('\n')[0] : ''
		throw new FeedError('not-a-feed', `The feed is not a podcast feed that can be read (${reason}).`, { cause: error })
	})
	const toLink = (link: string) => safeLink(link, baseUrl, ownOrigin)
	const episodes = episodesOf(feed.items, toLink)
	if (episodes.length === 0)
		throw new FeedError(
			'no-episodes',
			`The feed has ${feed.items.length === 0 ? 'no episodes' : 'no episodes with audio'}.`,
		)
	const fields: Fields = feed
	return {
		title: firstText(htmlToLine, MAX_TITLE, fields.title) || new URL(baseUrl).hostname,
		description: firstText(
			htmlToText,
			MAX_DESCRIPTION,
			...[fields['our:description'], fields['itunes:summary'], fields.subtitle, fields['itunes:subtitle']],
		),
		imageUrl:
			imageOf(fields['itunes:image'], toLink) ??
			toLink(textOf(feed.image?.url)) ??
			toLink(textOf(fields.logo)) ??
			toLink(textOf(fields.icon)),
		author: firstText(htmlToLine, MAX_TITLE, fields['itunes:author'], fields.author, fields.creator) || null,
		link: toLink(textOf(fields.link)),
		episodes,
	}
}
