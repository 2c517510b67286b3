import { cut } from './parse/html-to-text.ts'

const items = (count: number) => (count === 1 ? '1 item was' : `${count} items were`)
const episodes = (count: number, one: string, many: string) =>
	count === 1 ? `1 episode ${one}` : `${count} episodes ${many}`

const SENTENCES = {
	'no-file': (count: number) => `${items(count)} left out with no audio file`,
	'other-file': (count: number) =>
		`${items(count)} left out with a file that is not audio, such as a video or a picture`,
	address: (count: number) => `${items(count)} left out with an audio file at an address that is not a web address`,
	twice: (count: number) => `${items(count)} left out with the identifier (guid) of another one`,
	'too-many': (count: number) => `${items(count)} left out, as a site shows the newest 5,000 episodes`,
	date: (count: number) =>
		episodes(count, 'has an unreadable date and is listed last', 'have unreadable dates and are listed last'),
	'no-date': (count: number) => episodes(count, 'has no date and is listed last', 'have no date and are listed last'),
	duration: (count: number) => episodes(count, 'has a length that cannot be read', 'have lengths that cannot be read'),
	transcript: (count: number) =>
		episodes(count, 'names a transcript of a type that is not read', 'name transcripts of types that are not read'),
}
type Reason = keyof typeof SENTENCES

const MAX_TITLES = 5
const TITLE_LENGTH = 80

/** Collects the items of a feed that were skipped or could not be read completely, by reason. */
export class FeedNotes {
	readonly #titles = new Map<Reason, { count: number; titles: string[] }>()

	add(reason: Reason, title: string): void {
		const entry = this.#titles.get(reason) ?? { count: 0, titles: [] }
		entry.count++
		if (entry.titles.length < MAX_TITLES) entry.titles.push(`“${cut(title, TITLE_LENGTH)}”`)
		this.#titles.set(reason, entry)
	}

	/** Returns one sentence per reason, with count and titles. */
	sentences(): string[] {
		return [...this.#titles].map(([reason, { count, titles }]) => {
			const more = count > titles.length ? ` and ${count - titles.length} more` : ''
			return `${SENTENCES[reason](count)}: ${titles.join(', ')}${more}.`
		})
	}
}
