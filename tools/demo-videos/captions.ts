// Writes the captions of a demonstration video or episode.
// Usage: node captions.ts <script.txt> <start of each paragraph...> <end>
// Each sentence gets a share of its paragraph's time in proportion to its length: the synthetic voice speaks evenly.

import { readFileSync } from 'node:fs'

const [script = '', ...times] = process.argv.slice(2)
const paragraphs = readFileSync(script, 'utf8')
	.trim()
	.split(/\n\s*\n/)
const seconds = times.map(Number)
if (seconds.length !== paragraphs.length + 1)
	throw new Error(`${paragraphs.length} paragraphs, ${seconds.length} times`)

/** Silence that `make.sh` adds after each paragraph, in seconds. */
const PAUSE = 0.7

const clock = (time: number) => new Date(Math.round(time * 1000)).toISOString().slice(11, 23)

/** Splits a paragraph after sentences and colons. */
function splitParagraph(paragraph: string): string[] {
	const sentences = paragraph.replaceAll(/\s+/g, ' ').match(/[^.?!:]+[.?!:]+|\S[^.?!:]*$/g) ?? [paragraph]
	return sentences.map((piece) => piece.trim()).filter(Boolean)
}

const cues = paragraphs.flatMap((paragraph, at) => {
	const begin = seconds[at] ?? 0
	const length = (seconds[at + 1] ?? 0) - begin - PAUSE
	const parts = splitParagraph(paragraph)
	const letters = parts.reduce((sum, part) => sum + part.length, 0)
	let spokenLetters = 0
	return parts.map((part) => {
		const from = begin + (length * spokenLetters) / letters
		spokenLetters += part.length
		return `${clock(from)} --> ${clock(begin + (length * spokenLetters) / letters)}\n${part}`
	})
})
process.stdout.write(`WEBVTT\n\n${cues.join('\n\n')}\n`)
