import type { PartRow } from '#db/schema/search.ts'
import { clock } from '#src/lib/text/cues.ts'
import type { PartSource, SearchViewer, ShownSource } from '#src/platform/search/search-source.ts'
import type { Hit } from '../contract.ts'
import { idsForMembers } from './part-rows.ts'

export interface Candidate {
	tier: number
	id: string
	kind: Hit['kind']
	/** Id of the item that the part belongs to. */
	owner: string
	title: string
	text: string
	/** URL without the time in a recording. */
	path: string
	anchor: string
	startMs: number | null
	times: string | null
	context: string
	speaker: string | null
	at: Date | null
	boost: number
}

function partCandidate(row: PartRow, tier: number, shown: ShownSource): Candidate {
	const kind = row.part === 'about' || row.sourceKind !== 'episode' ? row.sourceKind : row.part
	return {
		tier,
		id: `${row.sourceKind}-${row.sourceId}-${row.part}-${row.ordinal}`,
		kind,
		owner: `${row.sourceKind} ${row.sourceId}`,
		title: kind === 'chapter' ? row.heading : shown.title,
		text: row.text,
		path: shown.path,
		anchor: row.anchor,
		startMs: row.startMs,
		times: row.times,
		context: kind === 'chapter' ? shown.title : shown.context,
		speaker: row.speaker,
		at: shown.at,
		boost: 0,
	}
}

/** Reads the parts that `reader` may see. The source of each item decides. */
export async function partCandidates(
	rows: readonly PartRow[],
	sources: readonly PartSource[],
	reader: SearchViewer,
	tiers: ReadonlyMap<number, number> = new Map(),
): Promise<Candidate[]> {
	const shown = await Promise.all(
		sources.map(async (source) => {
			const ids = [...new Set(rows.filter((row) => row.sourceKind === source.kind).map((row) => row.sourceId))]
			return [source.kind, ids.length > 0 ? await source.show(ids, reader) : new Map()] as const
		}),
	)
	const byKind = new Map<string, ReadonlyMap<string, ShownSource>>(shown)
	return rows.flatMap((row) => {
		const owner = byKind.get(row.sourceKind)?.get(row.sourceId)
		return owner ? [partCandidate(row, tiers.get(row.seq) ?? 0, owner)] : []
	})
}

/** Returns the members-only items that `reader` may not see. */
export async function closedTo(reader: SearchViewer, sources: readonly PartSource[]): Promise<Array<[string, string]>> {
	const closed: Array<[string, string]> = []
	for (const { kind, show } of sources) {
		const ids = await idsForMembers(kind)
		const shown = ids.length > 0 ? await show(ids, reader) : new Map()
		for (const id of ids) if (!shown.has(id)) closed.push([kind, id])
	}
	return closed
}

/** Returns the second at which the found words occur, rather than the start of their passage. */
export function secondOf({ startMs, times }: Candidate, place: number): number | null {
	if (startMs === null) return null
	const sentenceTimes: Array<[number, number]> = times === null ? [] : JSON.parse(times)
	const at = sentenceTimes.findLast(([from]) => from <= place)?.[1] ?? startMs
	return Math.floor(at / 1000)
}

export function addressOf({ path, anchor }: Candidate, second: number | null): string {
	const time = second === null ? '' : `${path.includes('?') ? '&' : '?'}t=${second}`
	return `${path}${time}${anchor ? `#${anchor}` : ''}`
}

/** Returns a line such as `Episode 41 · 12:34 · Jane Doe`. */
export const contextOf = ({ context, speaker }: Candidate, second: number | null) =>
	[context, second === null ? '' : clock(second), speaker ?? ''].filter(Boolean).join(' · ')
