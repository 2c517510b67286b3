import { type Chapter, orderedChapters } from '#src/platform/transcripts/read-chapters.ts'
import { formatOfType } from '#src/platform/transcripts/read-transcript.ts'
import { millisecondsOf } from '#src/platform/transcripts/times.ts'
import { attributeOf, type Fields, listOf, textOf } from './feed-fields.ts'
import { cut, htmlToLine } from './html-to-text.ts'

export interface Person {
	name: string
	/** Lower case, such as `host`. */
	role: string
	href: string | null
}

/** A file that the feed links to for an episode. */
export interface TaggedFile {
	url: string
	type: string
	/** Null for the feed's language. */
	language: string | null
}

export interface Highlight {
	/** Milliseconds. */
	start: number
	duration: number
	title: string
}

/** The podcast namespace's additions to an episode. */
export interface EpisodeTags {
	transcript: TaggedFile | null
	chapters: TaggedFile | null
	highlights: Highlight[]
}

const MAX_PEOPLE = 30
const MAX_NAME = 128
const MAX_ROLE = 60
const MAX_HIGHLIGHTS = 3

type ToLink = (link: string) => string | null

const httpsOnly = (href: string, toLink: ToLink) => (/^https:\/\//i.test(href.trim()) ? toLink(href) : null)

/** Returns the people in the elements of an item or a channel. */
export function peopleOf(elements: unknown, toLink: ToLink): Person[] {
	return listOf(elements)
		.map((element) => ({
			name: cut(htmlToLine(textOf(element)), MAX_NAME),
			role: cut(htmlToLine(attributeOf(element, 'role')).toLowerCase(), MAX_ROLE) || 'host',
			href: httpsOnly(attributeOf(element, 'href'), toLink),
		}))
		.filter(({ name }) => name !== '')
		.slice(0, MAX_PEOPLE)
}

/** Returns the primary part of a language: `en` for `en-US`. */
const primaryLanguage = (language: string) => language.trim().toLowerCase().split(/[-_]/)[0] ?? ''

const TYPES: Readonly<Record<string, string>> = {
	...{ vtt: 'text/vtt', srt: 'application/srt', json: 'application/json' },
	...{ html: 'text/html', htm: 'text/html', txt: 'text/plain' },
}

const extensionOf = (url: string) => /\.([a-z]{3,4})$/i.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? ''

/** Likely meanings of unknown types: `plain/txt`, `application/webvtt`. */
const LIKELY_TYPES: ReadonlyArray<readonly [word: RegExp, type: string]> = [
	[/vtt/i, 'text/vtt'],
	[/srt|subrip/i, 'application/srt'],
	[/json/i, 'application/json'],
	[/html/i, 'text/html'],
	[/txt|plain/i, 'text/plain'],
]

/**
 * Returns the type of a transcript: the stated one if it is specific. For an unknown type, and for plain text, which
 * servers use for everything, the file extension decides.
 */
function transcriptType(statedType: string, url: string): string {
	const format = formatOfType(statedType)
	if (
		(format && format !== 'text') ||
		/^(?:audio|image|video)\/|\b(?:pdf|zip|msword|officedocument)\b/i.test(statedType)
	)
		return statedType
	const typeByExtension = TYPES[extensionOf(url)]
	if (typeByExtension !== undefined || format) return typeByExtension ?? statedType
	return LIKELY_TYPES.find(([word]) => word.test(statedType))?.[1] ?? statedType
}

/** Formats by preference: timed before untimed, then by how reliably they name speakers. */
const ORDER = ['vtt', 'srt', 'json', 'html', 'text'] as const
const TIMED_FORMATS = 3

/**
 * Chooses one of an item's transcripts: first by the feed's language, then by times, then by format.
 * @param language the feed's language.
 */
export function chooseTranscript(elements: unknown, language: string | null, toLink: ToLink): TaggedFile | null {
	const feedLanguage = primaryLanguage(language ?? '')
	const candidates = listOf(elements).flatMap((element) => {
		const url = toLink(attributeOf(element, 'url'))
		const type = transcriptType(attributeOf(element, 'type').trim().slice(0, 100), url ?? '')
		const format = formatOfType(type)
		const ownLanguage = attributeOf(element, 'language').trim().slice(0, 35)
		if (!url || (!format && !/captions/i.test(attributeOf(element, 'rel')))) return []
		const isForeign = ownLanguage !== '' && feedLanguage !== '' && primaryLanguage(ownLanguage) !== feedLanguage
		const formatRank = format === undefined ? ORDER.length : ORDER.indexOf(format)
		const isTimed = formatRank < TIMED_FORMATS || /\bcaptions\b/i.test(attributeOf(element, 'rel'))
		const rank = (isForeign ? 100 : 0) + (isTimed ? 0 : 10) + formatRank
		return [{ file: { url, type, language: ownLanguage || null }, rank }]
	})
	return candidates.sort((a, b) => a.rank - b.rank)[0]?.file ?? null
}

/** Checks whether an item links to a transcript of any type. */
export const hasTranscriptLink = (elements: unknown, toLink: ToLink): boolean =>
	listOf(elements).some((element) => toLink(attributeOf(element, 'url')) !== null)

export function chaptersFileOf(elements: unknown, toLink: ToLink): TaggedFile | null {
	for (const element of listOf(elements)) {
		const url = toLink(attributeOf(element, 'url'))
		const type = attributeOf(element, 'type').trim().slice(0, 100)
		const isOtherType = !['', 'text/plain', 'application/octet-stream'].includes(type) && formatOfType(type) !== 'json'
		if (url && (!isOtherType || extensionOf(url) === 'json')) return { url, type, language: null }
	}
	return null
}

/** Reads Podlove simple chapters from the feed itself. */
export function inlineChapters(elements: unknown, toLink: ToLink): Chapter[] {
	const chapters = listOf(elements).flatMap((element) => listOf((element as Fields | undefined)?.['psc:chapter']))
	return orderedChapters(
		chapters.flatMap((chapter): Chapter[] => {
			const start = millisecondsOf(attributeOf(chapter, 'start'))
			if (start === undefined) return []
			return [
				{
					start,
					end: null,
					title: attributeOf(chapter, 'title'),
					url: httpsOnly(attributeOf(chapter, 'href'), toLink),
				},
			]
		}),
	)
}

export function highlightsOf(elements: unknown): Highlight[] {
	return listOf(elements)
		.map((element) => ({
			start: Math.round(Number(attributeOf(element, 'startTime') || 'none') * 1000),
			duration: Math.round(Number(attributeOf(element, 'duration') || 'none') * 1000),
			title: cut(htmlToLine(textOf(element)), MAX_NAME),
		}))
		.filter(({ start, duration }) => start >= 0 && duration > 0 && start < 7 * 86_400_000)
		.slice(0, MAX_HIGHLIGHTS)
}

/** Returns the number of a season or an episode; null if no candidate is valid. */
export function numberOf(...candidates: unknown[]): number | null {
	for (const candidate of candidates) {
		const text = textOf(candidate).trim()
		if (/^\d{1,6}$/.test(text)) return Number(text)
	}
	return null
}

export const typeOf = (value: unknown): 'full' | 'trailer' | 'bonus' => {
	const type = textOf(value).trim().toLowerCase()
	return type === 'trailer' || type === 'bonus' ? type : 'full'
}
