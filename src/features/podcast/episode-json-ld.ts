import type { AudioObject, Clip, Person, PodcastEpisode, WithContext } from 'schema-dts'
import { absoluteUrl, isoDuration, type JsonLd } from '#src/lib/site/seo.ts'
import { site } from '#src/lib/site/site.ts'
import { episodePath, PODCAST_PATH } from './episodes/episode-path.ts'
import type { EpisodeDetail } from './library-contract.ts'

interface EpisodePageData {
	show: { title: string; author: string | null }
	episode: EpisodeDetail
	transcript: { paragraphs: ReadonlyArray<{ text: string }> } | null
}

/** Maximum number of transcript characters in the JSON-LD. The page has the full transcript. */
const TRANSCRIPT_LIMIT = 5_000

/** Returns the start of a transcript, cut after a whole word. */
function excerptOf(paragraphs: ReadonlyArray<{ text: string }>): string {
	let text = ''
	for (const paragraph of paragraphs) {
		text += `${text && ' '}${paragraph.text}`
		if (text.length > TRANSCRIPT_LIMIT) break
	}
	return text.length <= TRANSCRIPT_LIMIT ? text : text.slice(0, TRANSCRIPT_LIMIT).replace(/\s+\S*$/, '')
}

function audioOf({ audioUrl, audioType, audioBytes, duration }: EpisodeDetail, base: URL, text: string): AudioObject {
	return {
		'@type': 'AudioObject',
		contentUrl: absoluteUrl(audioUrl, base),
		...(audioType ? { encodingFormat: audioType } : {}),
		...(audioBytes ? { contentSize: String(audioBytes) } : {}),
		...(duration ? { duration: isoDuration(duration) } : {}),
		...(text ? { transcript: text } : {}),
	}
}

/** Returns one clip per chapter. A chapter without an end time ends at the next chapter or at the episode's end. */
function clipsOf({ chapters, duration }: EpisodeDetail, url: string): Clip[] {
	return chapters.map(({ start, end, title }, at) => {
		const endOffset = end ?? chapters[at + 1]?.start ?? duration
		return {
			'@type': 'Clip',
			name: title,
			startOffset: start,
			...(endOffset ? { endOffset } : {}),
			url: `${url}?t=${start}`,
		}
	})
}

const HOSTS = /host/

/** Describes an episode to search engines as JSON-LD. */
export function episodeJsonLd({ show, episode, transcript }: EpisodePageData, base: URL): JsonLd {
	const url = absoluteUrl(episodePath(episode.slug), base)
	const { title, description, pubDate, duration, number, season, imageUrl, people } = episode
	const person = ({ name, href }: EpisodeDetail['people'][number]): Person => ({
		'@type': 'Person',
		name,
		...(href ? { url: href } : {}),
	})
	const hosts = people.filter(({ role }) => HOSTS.test(role)).map(person)
	const guests = people.filter(({ role }) => !HOSTS.test(role)).map(person)
	const clips = clipsOf(episode, url)
	const data: WithContext<PodcastEpisode> = {
		'@context': 'https://schema.org',
		'@type': 'PodcastEpisode',
		name: title,
		url,
		...(description ? { description } : {}),
		...(pubDate ? { datePublished: pubDate } : {}),
		...(duration ? { timeRequired: isoDuration(duration) } : {}),
		...(number === null ? {} : { episodeNumber: number }),
		...(season === null ? {} : { partOfSeason: { '@type': 'PodcastSeason', seasonNumber: season } }),
		...(imageUrl ? { image: absoluteUrl(imageUrl, base) } : {}),
		partOfSeries: {
			'@type': 'PodcastSeries',
			'@id': absoluteUrl(PODCAST_PATH, base),
			name: show.title,
			url: absoluteUrl(PODCAST_PATH, base),
		},
		associatedMedia: audioOf(episode, base, transcript ? excerptOf(transcript.paragraphs) : ''),
		author: hosts.length > 0 ? hosts : { '@type': 'Organization', name: show.author ?? site().name },
		...(guests.length > 0 ? { actor: guests } : {}),
		...(clips.length > 0 ? { hasPart: clips } : {}),
	}
	return data as unknown as JsonLd
}
