import type { Hit } from './contract.ts'

/** A search with another text in the place of a word of it, where that stands by itself. */
export const replaceWord = (typed: string, word: string, by: string) =>
	typed.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u'), () => by)

/** What a hit is called. */
export const HIT_LABELS: Readonly<Record<Hit['kind'], string>> = {
	episode: 'Episode',
	chapter: 'Chapter',
	passage: 'Said in an episode',
	course: 'Course',
	module: 'Module',
	question: 'Question',
	answer: 'Answer',
	session: 'Coaching session',
}

/** Where a hit is read: what is said in a recording at its paragraph, without a player that waits at the second. */
export const readingAddress = ({ kind, url }: Hit): string =>
	kind === 'passage' && url.includes('#') ? url.replace(/[?&]t=\d+(?=#)/, '') : url
