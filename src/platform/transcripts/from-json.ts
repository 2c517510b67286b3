import * as z from 'zod'
import type { Cue } from '#src/lib/text/cues.ts'
import { plainText } from './plain-text.ts'
import { instant } from './times.ts'
import { TranscriptError } from './transcript-error.ts'

/** A name, a number, or an object with a name. Null: the speaker is unknown. Undefined: the file names none. */
const speaker = z
	.union([z.string(), z.number().transform(String), z.object({ name: z.string() }).transform(({ name }) => name)])
	.nullish()
	.catch(null)
const end = instant.nullish().catch(undefined)

interface Segment {
	start: number
	end: number | null | undefined
	body: string
	speaker: string | null | undefined
}

/**
 * The podcast namespace: a segment without a speaker continues the previous speaker. Podlove numbers the speakers, and
 * puts the name into `voice`.
 */
const namespaceForm = z
	.object({
		startTime: instant,
		endTime: end,
		body: z.string(),
		speaker,
		voice: z.string().optional().catch(undefined),
	})
	.transform(({ startTime, endTime, body, speaker, voice }): Segment => {
		return { start: startTime, end: endTime, body, speaker: voice?.trim() ? voice : speaker }
	})

/** Whisper, WhisperX and OpenAI: if a segment has no `speaker`, the speaker is unknown. */
const whisperForm = z
	.object({ start: instant, end, text: z.string(), speaker })
	.transform(({ start, end, text, speaker }): Segment => ({ start, end, body: text, speaker: speaker ?? null }))

const milliseconds = z.number().min(0)
/** whisper.cpp */
const offsetsForm = z
	.object({
		offsets: z.object({ from: milliseconds, to: milliseconds.nullish().catch(undefined) }),
		text: z.string(),
		speaker,
	})
	.transform(({ offsets, text, speaker }): Segment => {
		return { start: offsets.from, end: offsets.to, body: text, speaker: speaker ?? null }
	})

/** Hugging Face */
const timestampForm = z
	.object({ timestamp: z.tuple([instant, end]), text: z.string(), speaker })
	.transform(({ timestamp: [start, end], text, speaker }): Segment => {
		return { start, end, body: text, speaker: speaker ?? null }
	})

const segment = z.union([namespaceForm, whisperForm, offsetsForm, timestampForm])

/** Properties that contain the list of segments. Some files consist only of the list. */
const LISTS = ['segments', 'transcription', 'chunks', 'cues', 'transcript'] as const

function segmentsOf(parsed: unknown): unknown[] {
	if (Array.isArray(parsed)) return parsed
	const properties = z.record(z.string(), z.unknown()).safeParse(parsed).data ?? {}
	const list = LISTS.map((name) => properties[name]).find(Array.isArray)
	if (!list) throw new TranscriptError('it has no list of segments')
	return list
}

function reasonOf(one: unknown): string {
	const { text, body } = z.record(z.string(), z.unknown()).safeParse(one).data ?? {}
	return typeof (text ?? body) === 'string' ? 'no valid time' : 'no text'
}

/** Returns one warning per reason: the number of skipped segments and the position of the first. */
function warningsOf(faults: ReadonlyArray<{ place: number; fault: string }>, total: number): string[] {
	const reasons = [...new Set(faults.map(({ fault }) => fault))]
	return reasons.map((reason) => {
		const places = faults.filter(({ fault }) => fault === reason).map(({ place }) => place)
		if (places.length === 1)
			return `1 of ${total} ${total === 1 ? 'segment' : 'segments'} has ${reason} and was left out: segment ${places[0]}`
		return `${places.length} of ${total} segments have ${reason} and were left out, the first of them segment ${places[0]}`
	})
}

/** Maximum gap between words of one cue, in milliseconds. */
const GAP_MS = 1_500
const MAX_MS = 12_000

/** Joins single-word segments into readable cues. */
function joinWords(cues: readonly Cue[]): Cue[] {
	const lines: Cue[] = []
	for (const cue of cues) {
		const last = lines.at(-1)
		const isSameCue =
			last &&
			last.speaker === cue.speaker &&
			cue.start - last.end <= GAP_MS &&
			cue.end - last.start <= MAX_MS &&
			!/[.!?]$/.test(last.text)
		if (!last || !isSameCue) {
			lines.push({ ...cue })
			continue
		}
		last.text += /^[,.;:!?]/.test(cue.text) ? cue.text : ` ${cue.text}`
		last.end = Math.max(last.end, cue.end)
	}
	return lines
}

/**
 * Parses JSON of the podcast namespace, Whisper and its relatives, or Hugging Face.
 * @throws {TranscriptError}
 */
export function fromJson(text: string): { cues: Cue[]; isTimed: true; warnings: string[] } {
	let parsed: unknown
	try {
		parsed = JSON.parse(text)
	} catch {
		throw new TranscriptError('it is not valid JSON')
	}
	const segments = segmentsOf(parsed)
	const faults: Array<{ place: number; fault: string }> = []
	let lastSpeaker: string | null = null
	const timed = segments.flatMap((one, at) => {
		const result = segment.safeParse(one)
		if (!result.success) {
			faults.push({ place: at + 1, fault: reasonOf(one) })
			return []
		}
		const { start, end, body, speaker } = result.data
		if (speaker !== undefined) lastSpeaker = plainText(speaker ?? '').slice(0, 128) || null
		return [{ start, end, speaker: lastSpeaker, text: plainText(body) }]
	})
	const warnings = warningsOf(faults, segments.length)
	const sorted = timed.filter((cue) => cue.text !== '').sort((a, b) => a.start - b.start)
	// A segment without an end lasts until the next one.
	const cues = sorted.map((cue, at): Cue => ({ ...cue, end: cue.end ?? sorted[at + 1]?.start ?? cue.start }))
	if (cues.length === 0) throw new TranscriptError(warnings[0] ?? 'it has no cues')
	return { cues: joinWords(cues), isTimed: true, warnings }
}
