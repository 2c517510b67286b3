import type { Cue } from '#src/lib/text/cues.ts'

/** A number names somebody behind `Speaker` alone: `Section 2: ` is what is said. */
const NAMED =
	/^(?:>>\s*)?(S(?:peaker|PEAKER)[ _]\d{1,3}|[\p{Lu}][\p{L}\p{M}.'’-]*(?:\s+[\p{Lu}][\p{L}\p{M}.'’-]*){0,4}):\s+(?=\S)/u

/** Lines with an empty one above each that names who speaks: what several people say in one paragraph is parted. */
export function withSpeakersParted(lines: readonly string[]): string[] {
	const names = lines.filter((line) => NAMED.test(line)).length
	return names < 2 ? [...lines] : lines.flatMap((line) => (NAMED.test(line) ? ['', line] : [line]))
}

/** `CHIEF JUSTICE ROBERTS: We will hear` names who speaks, where no cue has a voice. */
export function withSpokenNames(cues: Cue[]): Cue[] {
	if (cues.some(({ speaker }) => speaker !== null)) return cues
	const named = cues.map((cue) => ({ cue, name: NAMED.exec(cue.text) }))
	// One word with a colon is a coincidence; a name comes again, or others do.
	if (named.filter(({ name }) => name).length < 2) return cues
	return named.map(({ cue, name }) =>
		name ? { ...cue, speaker: name[1] ?? null, text: cue.text.slice(name[0].length) } : cue,
	)
}
