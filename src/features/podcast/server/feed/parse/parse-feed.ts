import { createHash } from 'node:crypto'
import { type Chapter, chaptersInNotes } from '#src/platform/transcripts/read-chapters.ts'
import { notesOf } from '../../show-notes.ts'
import { chooseAudio, isNoAudio, type NoAudio } from '../feed-audio.ts'
import { FeedError } from '../feed-error.ts'
import { FeedNotes } from '../feed-notes.ts'
import { dateOf, datesOf } from './feed-date.ts'
import { attributeOf, type Fields, listOf, textOf } from './feed-fields.ts'
import {
	chaptersFileOf,
	chooseTranscript,
	type EpisodeTags,
	hasTranscriptLink,
	highlightsOf,
	inlineChapters,
	numberOf,
	type Person,
	peopleOf,
	typeOf,
} from './feed-tags.ts'
import { fileLink, isUnparsableDuration, parseDuration, safeLink } from './feed-values.ts'
import { cut, htmlToLine, htmlToText, unescapeDoubleEscaped } from './html-to-text.ts'
import { readFeedXml } from './read-feed-xml.ts'

export interface NormalizedEpisode {
	/** Derived from the guid, so it stays the same across polls. */
	id: string
	title: string
	/** Plain text. */
	description: string
	/** Epoch milliseconds; null if the feed's date is missing or cannot be parsed. */
	pubDate: number | null
	/** Seconds; null if missing in the feed. */
	duration: number | null
	audioUrl: string
	imageUrl: string | null
	/** The episode's page on another site. */
	link: string | null
	season: number | null
	number: number | null
	type: 'full' | 'trailer' | 'bonus'
	/** Show notes, sanitized and without pictures; null if there are none beyond `description`. */
	notesHtml: string | null
	audioBytes: number | null
	audioType: string | null
	people: Person[]
	tags: EpisodeTags
	/** Chapters from the feed itself and from the notes; empty if there are none. */
	chapters: { feed: Chapter[]; notes: Chapter[] }
}

export interface NormalizedFeed {
	title: string
	/** Plain text. */
	description: string
	imageUrl: string | null
	author: string | null
	link: string | null
	/** The feed's value, such as `en-us`. */
	language: string | null
	/** The new URL that the feed announces. Only shown to admins, never followed automatically. */
	movedTo: string | null
	/** Problems in the feed for admins, one sentence each. */
	notes: string[]
	/** Newest first; episodes without a date last, in feed order. At least one. */
	episodes: NormalizedEpisode[]
}

export interface ParseOptions {
	/** Final URL of the feed, the base of relative links. */
	baseUrl: string
	/** Origin of our own site, which may keep plain http links. */
	ownOrigin: string
}

/** Enough for thirteen years of a daily show. */
const MAX_EPISODES = 5_000
const MAX_TITLE = 300
const MAX_DESCRIPTION = 10_000
const ID_LENGTH = 12

/** Returns the first candidate with text, as plain text. */
function firstText(toText: (html: string) => string, max: number, ...candidates: unknown[]): string {
	for (const candidate of candidates) {
		const text = toText(unescapeDoubleEscaped(textOf(candidate)))
		if (text) return cut(text, max)
	}
	return ''
}

/** Returns twelve base32 characters: 60 bits, enough to rule out collisions within a feed. */
function episodeId(guid: string): string {
	const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
	const hash = createHash('sha256').update(guid).digest()
	return Array.from(hash.subarray(0, ID_LENGTH), (byte) => alphabet[byte % 32]).join('')
}

/** Returns the URL of `itunes:image`: from `href`, or from the text, where some feeds put it. */
function imageOf(value: unknown, toLink: (link: string) => string | null): string | null {
	const text = textOf(value).trim()
	return toLink(attributeOf(value, 'href')) ?? (/^https?:\/\//i.test(text) ? toLink(text) : null)
}

/** Returns a full web URL, or null. A value such as `none` is not a relative link. */
const fullUrl = (text: string, toFile: FeedContext['toFile']) => (/^\s*https?:\/\//i.test(text) ? toFile(text) : null)

/** Values shared by all episodes of a feed. */
interface FeedContext {
	toLink: (link: string) => string | null
	/** Resolves a link from the feed to a file for an episode. */
	toFile: (link: string) => string | null
	language: string | null
	people: Person[]
}

/** Returns an item's link: the text in RSS, or the alternate link in Atom. */
function linkOf(item: Fields, toLink: FeedContext['toLink']): string | null {
	for (const link of listOf(item.links)) {
		const rel = attributeOf(link, 'rel')
		const href = textOf(link).trim() || (rel === '' || rel === 'alternate' ? attributeOf(link, 'href') : '')
		if (href && /^https?:/i.test(href)) return toLink(href)
	}
	return null
}

/** Reads an item's extensions. */
function extensionsOf(
	item: Fields,
	{ toLink, toFile, language, people }: FeedContext,
	enclosure: { type: string; bytes: string },
) {
	const ownPeople = peopleOf(item['podcast:person'], toLink)
	const notesHtml = notesOf(item, toLink)
	return {
		link: linkOf(item, toLink),
		season: numberOf(item['podcast:season'], item['itunes:season']),
		number: numberOf(item['podcast:episode'], item['itunes:episode']),
		type: typeOf(item['itunes:episodeType']),
		notesHtml,
		audioBytes: /^\d{4,12}$/.test(enclosure.bytes.trim()) ? Number(enclosure.bytes) : null,
		audioType: /^audio\/[\w.+-]{1,50}$/i.test(enclosure.type.trim()) ? enclosure.type.trim().toLowerCase() : null,
		people: ownPeople.length > 0 ? ownPeople : people,
		tags: {
			transcript: chooseTranscript(item['podcast:transcript'], language, toFile),
			chapters: chaptersFileOf(item['podcast:chapters'], toFile),
			highlights: highlightsOf(item['podcast:soundbite']),
		},
		chapters: {
			feed: inlineChapters(item['psc:chapters'], toLink),
			notes: chaptersInNotes(htmlToText(notesHtml ?? textOf(item['our:description']))),
		},
	}
}

const titleOf = (item: Fields) =>
	firstText(htmlToLine, MAX_TITLE, item.title, item['itunes:title']) || 'Untitled episode'

function toEpisode(item: Fields, context: FeedContext): NormalizedEpisode | NoAudio {
	const { toLink } = context
	const audio = chooseAudio(item, toLink)
	if (isNoAudio(audio)) return audio
	const audioUrl = audio.link
	const guid = textOf(item.guid).trim() || textOf(item.id).trim() || audioUrl
	return {
		id: episodeId(guid),
		title: titleOf(item),
		description: firstText(
			htmlToText,
			MAX_DESCRIPTION,
			...[item['our:description'], item.summary, item['itunes:summary']],
			...[item['our:content:encoded'], item.content, item['itunes:subtitle']],
		),
		pubDate: dateOf(item, context.language),
		duration: parseDuration(textOf(item['itunes:duration'])),
		audioUrl,
		imageUrl: imageOf(item['itunes:image'], toLink),
		...extensionsOf(item, context, audio),
	}
}

/** Sorts newest first. The sort is stable, so equal or missing dates keep the feed's order. */
const byDate = (a: NormalizedEpisode, b: NormalizedEpisode) =>
	(b.pubDate ?? Number.MIN_SAFE_INTEGER) - (a.pubDate ?? Number.MIN_SAFE_INTEGER)

/** Adds notes on values of an item that are missing or could not be read. */
function addNotes(
	notes: FeedNotes,
	item: Fields,
	{ title, pubDate, tags }: NormalizedEpisode,
	context: FeedContext,
): void {
	if (pubDate === null) notes.add(datesOf(item).some((text) => text.trim() !== '') ? 'date' : 'no-date', title)
	if (!tags.transcript && hasTranscriptLink(item['podcast:transcript'], context.toFile)) notes.add('transcript', title)
	if (isUnparsableDuration(textOf(item['itunes:duration']))) notes.add('duration', title)
}

function episodesOf(items: Fields[], context: FeedContext): Pick<NormalizedFeed, 'episodes' | 'notes'> {
	const byId = new Map<string, NormalizedEpisode>()
	const notes = new FeedNotes()
	for (const item of items) {
		const episode = toEpisode(item, context)
		if (isNoAudio(episode)) notes.add(episode.reason, titleOf(item))
		// Of two items with the same guid, the first one is used, as in podcast apps.
		else if (byId.has(episode.id)) notes.add('twice', episode.title)
		else {
			byId.set(episode.id, episode)
			addNotes(notes, item, episode, context)
		}
	}
	const episodes = [...byId.values()].sort(byDate)
	for (const { title } of episodes.slice(MAX_EPISODES)) notes.add('too-many', title)
	return { episodes: episodes.slice(0, MAX_EPISODES), notes: notes.sentences() }
}

/**
 * Normalizes a podcast feed (RSS 2.0, 1.0, 0.9 or Atom), with absolute URLs and plain text. Skips items without
 * audio, and lists them in `notes`.
 *
 * Also rejects a feed without any audio: it is a blog, or the podcast's host has an outage. In both cases, the last
 * good episodes are better than an empty list.
 * @throws {FeedError}
 */
export async function parseFeed(xml: string, { baseUrl, ownOrigin }: ParseOptions): Promise<NormalizedFeed> {
	const feed = await readFeedXml(xml)
	const toLink = (link: string) => safeLink(link, baseUrl, ownOrigin)
	const fields: Fields = feed
	const language = textOf(fields.language).trim().slice(0, 35) || null
	const people = peopleOf(fields['podcast:person'], toLink)
	const toFile = (link: string) => fileLink(link, baseUrl)
	const { episodes, notes } = episodesOf(feed.items, { toLink, toFile, language, people })
	if (episodes.length === 0)
		throw new FeedError(
			'no-episodes',
			[`The feed has ${feed.items.length === 0 ? 'no episodes' : 'no episodes with audio'}.`, ...notes].join(' '),
		)
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
		language,
		movedTo: fullUrl(textOf(fields['itunes:new-feed-url']), toFile),
		notes,
		episodes,
	}
}
