import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { detect, FINDING_TYPES, type FindingType } from '../src/detect.ts'

// Made-up posts, one per line, without empty lines. Client data is marked with its kind:
// `Call her at [[phone|(602) 555-0143]].` A span counts as found when a finding of its kind overlaps it.

interface Marked {
	type: FindingType
	start: number
	end: number
}

type Count = readonly [found: number, all: number]

export const readPosts = (file: string | URL): string[] =>
	readFileSync(file instanceof URL ? file : pathToFileURL(file), 'utf8')
		.split('\n')
		.map((line) => line.trimEnd())
		.filter(Boolean)

/** Reads the numbers of lines such as `OH: CV-24-987654 | CR-23-682114-A`. */
export const numbersByCourt = (file: string | URL): string[] =>
	readPosts(file).flatMap((line) => line.slice(line.indexOf(': ') + 2).split(' | '))

const isKind = (kind: string): kind is FindingType => FINDING_TYPES.some((one) => one === kind)

export function readMarks(line: string): { text: string; marked: Marked[] } {
	const marked: Marked[] = []
	let text = ''
	let from = 0
	for (const match of line.matchAll(/\[\[([a-z]+)\|(.*?)\]\]/g)) {
		const [whole, kind = '', found = ''] = match
		if (!isKind(kind)) throw new Error(`Unknown kind "${kind}". There are ${FINDING_TYPES.join(', ')}.`)
		text += line.slice(from, match.index)
		marked.push({ type: kind, start: text.length, end: text.length + found.length })
		text += found
		from = match.index + whole.length
	}
	return { text: text + line.slice(from), marked }
}

/** Counts the marked spans that are found with their kind, and lists the misses. */
export function measureHits(lines: readonly string[]) {
	const counts = new Map<FindingType, Count>()
	const missed: { type: FindingType; place: string; post: string }[] = []
	for (const line of lines) {
		const { text, marked } = readMarks(line)
		const findings = detect(text)
		for (const { type, start, end } of marked) {
			const isFound = findings.some((one) => one.type === type && one.start < end && start < one.end)
			const [found, all] = counts.get(type) ?? [0, 0]
			counts.set(type, [found + (isFound ? 1 : 0), all + 1])
			if (!isFound) missed.push({ type, place: text.slice(start, end), post: text })
		}
	}
	// Malformed marks would make every rate perfect.
	if (counts.size === 0)
		throw new Error('No post has a mark such as [[phone|(602) 555-0143]]: there is nothing to measure.')
	const total = [...counts.values()].reduce<Count>(([f, a], [found, all]) => [f + found, a + all], [0, 0])
	return { counts, total, missed }
}

/** Returns the harmless posts that have findings, with those findings. */
export const measureFalseAlarms = (lines: readonly string[]) =>
	lines.map((post) => ({ post, findings: detect(post) })).filter(({ findings }) => findings.length > 0)

export const rate = ([found, all]: Count): number => (all === 0 ? 1 : found / all)
