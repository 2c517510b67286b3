import { attributeOf, type Fields, isFields, listOf } from './parse/feed-fields.ts'
import { soundOf } from './parse/feed-values.ts'

/** Why an item has no sound to play. */
export interface NoSound {
	noSound: 'no-file' | 'other-file' | 'address'
}
export const isNoSound = (value: object): value is NoSound => 'noSound' in value

interface Offered {
	url: string
	type: string
	bytes: string
	sound: 'sound' | 'unknown' | 'other'
}

function offered(element: unknown): Offered {
	const url = attributeOf(element, 'url') || attributeOf(element, 'href')
	const type = attributeOf(element, 'type')
	return {
		url,
		type,
		bytes: attributeOf(element, 'length') || attributeOf(element, 'fileSize'),
		sound: soundOf(url, type),
	}
}

/** `media:content` holds pictures and pages more often than sound: one that says nothing of itself is none. */
function offeredMedia(element: unknown): Offered {
	const media = offered(element)
	const medium = attributeOf(element, 'medium').trim().toLowerCase()
	if (medium === 'audio' && media.sound === 'unknown') return { ...media, sound: 'sound' }
	const saysNothing = media.type.trim() === '' || (medium !== '' && medium !== 'audio')
	return media.sound === 'unknown' && saysNothing ? { ...media, sound: 'other' } : media
}

/** All that an item offers: enclosures of RSS, Atom's links of that kind, and what Media RSS names. */
function offersOf(item: Fields): Offered[] {
	const links = listOf(item.links).filter((link) => attributeOf(link, 'rel') === 'enclosure')
	const groups = listOf(item['media:group']).flatMap((group) => (isFields(group) ? listOf(group['media:content']) : []))
	const enclosures = [...listOf(item.enclosures), ...links].map(offered)
	const media = [...listOf(item['media:content']), ...groups].map(offeredMedia)
	return [...enclosures, ...media].filter(({ url }) => url.trim() !== '')
}

/** The sound of an item: a file that says that it is sound, else one that does not say that it is something else. */
export function chooseSound(
	item: Fields,
	toLink: (link: string) => string | null,
): { link: string; type: string; bytes: string } | NoSound {
	const offers = offersOf(item)
	const candidates = (['sound', 'unknown'] as const).flatMap((kind) => offers.filter(({ sound }) => sound === kind))
	for (const { url, type, bytes } of candidates) {
		const link = toLink(url)
		if (link !== null) return { link, type, bytes }
	}
	return { noSound: candidates.length > 0 ? 'address' : offers.length > 0 ? 'other-file' : 'no-file' }
}
