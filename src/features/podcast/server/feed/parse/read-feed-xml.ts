import Parser from 'rss-parser'
import { FeedError } from '../feed-error.ts'
import { assertPlainXml, escapeStrayAmpersands } from './decode-xml.ts'
import { elementRenamer, type Fields } from './feed-fields.ts'

/**
 * Elements to hide from rss-parser: it rejects a whole Atom feed for one invalid date, and converts descriptions to
 * plain text with a regular expression in quadratic time.
 */
const RENAMED_TAGS = ['published', 'updated', 'description', 'content:encoded']
const withPrefix = (name: string) => (RENAMED_TAGS.includes(name) ? `our:${name}` : name)

/** Elements that may repeat. */
const REPEATED_TAGS = [
	...['podcast:transcript', 'podcast:chapters', 'podcast:person', 'podcast:soundbite', 'psc:chapters'],
	...['media:content', 'media:group'],
]

/** rss-parser's types allow this three-part form for items, but not for the channel. */
const asArray = (name: string) => [name, name, { keepArray: true }] as unknown as string

const parserFor = (xml: string) =>
	new Parser<Fields, Fields>({
		defaultRSS: 2,
		xml2js: { tagNameProcessors: [elementRenamer(xml), withPrefix] },
		customFields: {
			feed: [
				...['our:description', 'itunes:summary', 'itunes:subtitle', 'subtitle', 'itunes:author', 'link'],
				...['itunes:image', 'itunes:new-feed-url', 'logo', 'icon'],
				asArray('podcast:person'),
			],
			item: [
				['enclosure', 'enclosures', { keepArray: true }],
				['link', 'links', { keepArray: true }],
				...['itunes:duration', 'itunes:image', 'itunes:title', 'itunes:summary', 'itunes:subtitle'],
				...['our:description', 'our:content:encoded', 'our:published', 'our:updated', 'id'],
				...['itunes:season', 'itunes:episode', 'itunes:episodeType', 'podcast:season', 'podcast:episode'],
				...REPEATED_TAGS.map(asArray),
			],
		},
	})

/** Reads a feed's XML into the fields of the channel and its items. @throws {FeedError} */
export async function readFeedXml(xml: string) {
	assertPlainXml(xml)
	return parserFor(xml)
		.parseString(escapeStrayAmpersands(xml).trim())
		.catch((error: unknown) => {
			const reason = error instanceof Error ? error.message.split('\n')[0] : ''
			throw new FeedError('not-a-feed', `The feed is not a podcast feed that can be read (${reason}).`, {
				cause: error,
			})
		})
}
