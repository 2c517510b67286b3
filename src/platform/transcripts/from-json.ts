import * as z from 'zod'
import type { Cue } from '#src/lib/cues.ts'
import { plainText } from './plain-text.ts'
import { instant } from './times.ts'
import { TranscriptError } from './transcript-error.ts'

const segment = z.object({
	speaker: z.string().optional().catch(undefined),
	startTime: instant,
	endTime: instant.optional().catch(undefined),
	body: z.string(),
})
/** Some leave out what is around the list. */
const transcript = z.union([z.object({ segments: z.array(z.unknown()) }), z.array(z.unknown())])

/** The same of Whisper and of who calls things by its names. */
const named = z
	.object({
		start: instant,
		end: instant.optional().catch(undefined),
		text: z.string(),
		speaker: z.string().optional(),
	})
	.transform(({ start, end, text, speaker }) => ({ startTime: start, endTime: end, body: text, speaker }))

/** Words that follow each other within this are one cue, up to the length below; in milliseconds. */
const GAP_MS = 1_500
const LONGEST_MS = 12_000

/** Segments of single words are joined to what one can read. */
function joined(cues: readonly Cue[]): Cue[] {
	const lines: Cue[] = []
	for (const cue of cues) {
		const last = lines.at(-1)
		const goesOn =
			last &&
			last.speaker === cue.speaker &&
			cue.start - last.end <= GAP_MS &&
			cue.end - last.start <= LONGEST_MS &&
			!/[.!?]$/.test(last.text)
		if (!last || !goesOn) {
			lines.push({ ...cue })
			continue
		}
		last.text += /^[,.;:!?]/.test(cue.text) ? cue.text : ` ${cue.text}`
		last.end = Math.max(last.end, cue.end)
	}
	return lines
}

/** The JSON form of the podcast namespace. @throws {TranscriptError} */
export function fromJson(text: string): { cues: Cue[]; isTimed: true } {
	let parsed: unknown
	try {
		parsed = JSON.parse(text)
	} catch {
		throw new TranscriptError('it is not valid JSON')
	}
	const whole = transcript.safeParse(parsed)
	if (!whole.success) throw new TranscriptError('it has no list of segments')
	let speaker: string | null = null
	const segments = Array.isArray(whole.data) ? whole.data : whole.data.segments
	const cues = segments.flatMap((one): Cue[] => {
		const read = segment.safeParse(one)
		const known = read.success ? read : named.safeParse(one)
		if (!known.success) return []
		const { startTime, endTime = startTime, body } = known.data
		if (known.data.speaker) speaker = plainText(known.data.speaker).slice(0, 128) || null
		return [{ start: startTime, end: endTime, speaker, text: plainText(body) }]
	})
	const said = cues.filter((cue) => cue.text !== '').sort((a, b) => a.start - b.start)
	return { cues: joined(said), isTimed: true }
}
