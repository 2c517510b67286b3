import type { Cue } from '#src/lib/text/cues.ts'

/** A speaker's name before a colon. Only `Speaker` may have a number: `Section 2: ` is speech. */
const NAME_PREFIX =
	/^(?:>>\s*)?(S(?:peaker|PEAKER)[ _]\d{1,3}|[\p{Lu}][\p{L}\p{M}.'’-]*(?:\s+[\p{Lu}][\p{L}\p{M}.'’-]*){0,4}):\s+(?=\S)/u

/** Inserts an empty line above each line that names a speaker, to split paragraphs of several speakers. */
export function withSpeakersSeparated(lines: readonly string[]): string[] {
	const names = lines.filter((line) => NAME_PREFIX.test(line)).length
	return names < 2 ? [...lines] : lines.flatMap((line) => (NAME_PREFIX.test(line) ? ['', line] : [line]))
}

/** Reads speakers from the text (`CHIEF JUSTICE ROBERTS: We will hear`) if no cue has one yet. */
export function withSpokenNames(cues: Cue[]): Cue[] {
	if (cues.some(({ speaker }) => speaker !== null)) return cues
	const matches = cues.map((cue) => ({ cue, name: NAME_PREFIX.exec(cue.text) }))
	// A single match is probably a coincidence: a transcript with names has several.
	if (matches.filter(({ name }) => name).length < 2) return cues
	return matches.map(({ cue, name }) =>
		name ? { ...cue, speaker: name[1] ?? null, text: cue.text.slice(name[0].length) } : cue,
	)
}
