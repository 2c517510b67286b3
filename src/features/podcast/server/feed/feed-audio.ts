import { attributeOf, type Fields, isFields, listOf } from './parse/feed-fields.ts'
import { audioOf } from './parse/feed-values.ts'

/** Why an item has no playable audio. */
export interface NoAudio {
	reason: 'no-file' | 'other-file' | 'address'
}
export const isNoAudio = (value: object): value is NoAudio => 'reason' in value

interface MediaCandidate {
	url: string
	type: string
	bytes: string
	audio: 'audio' | 'unknown' | 'other'
}

function toCandidate(element: unknown): MediaCandidate {
	const url = attributeOf(element, 'url') || attributeOf(element, 'href')
	const type = attributeOf(element, 'type')
	return {
		url,
		type,
		bytes: attributeOf(element, 'length') || attributeOf(element, 'fileSize'),
		audio: audioOf(url, type),
	}
}

/** Reads `media:content`. It is more often a picture or a page than audio, so it is skipped if it has no type. */
function toMediaCandidate(element: unknown): MediaCandidate {
	const media = toCandidate(element)
	const medium = attributeOf(element, 'medium').trim().toLowerCase()
	if (medium === 'audio' && media.audio === 'unknown') return { ...media, audio: 'audio' }
	const isNotAudio = media.type.trim() === '' || (medium !== '' && medium !== 'audio')
	return media.audio === 'unknown' && isNotAudio ? { ...media, audio: 'other' } : media
}

/** Returns all media of an item: RSS enclosures, Atom enclosure links, and Media RSS elements. */
function mediaOf(item: Fields): MediaCandidate[] {
	const links = listOf(item.links).filter((link) => attributeOf(link, 'rel') === 'enclosure')
	const groups = listOf(item['media:group']).flatMap((group) => (isFields(group) ? listOf(group['media:content']) : []))
	const enclosures = [...listOf(item.enclosures), ...links].map(toCandidate)
	const media = [...listOf(item['media:content']), ...groups].map(toMediaCandidate)
	return [...enclosures, ...media].filter(({ url }) => url.trim() !== '')
}

/** Returns the audio of an item: a file with an audio type if there is one, otherwise a file of unknown type. */
export function chooseAudio(
	item: Fields,
	toLink: (link: string) => string | null,
): { link: string; type: string; bytes: string } | NoAudio {
	const media = mediaOf(item)
	const candidates = (['audio', 'unknown'] as const).flatMap((kind) => media.filter(({ audio }) => audio === kind))
	for (const { url, type, bytes } of candidates) {
		const link = toLink(url)
		if (link !== null) return { link, type, bytes }
	}
	return { reason: candidates.length > 0 ? 'address' : media.length > 0 ? 'other-file' : 'no-file' }
}
