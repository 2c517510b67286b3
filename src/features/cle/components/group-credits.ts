import type { Credit, Ledger } from '../contract.ts'

interface Group {
	key: string
	/** `New York, 12 Apr 2025 to 11 Apr 2027` */
	title: string
	/** Labels of the jurisdiction's categories by id. */
	categories: ReadonlyMap<string, string>
	credits: readonly Credit[]
}

/** Groups credits by admission and cycle, the newest cycle first. */
export function groupByCycle(credits: readonly Credit[], { cards, jurisdictions }: Ledger): Group[] {
	const groups = new Map<string, Credit[]>()
	for (const credit of credits) {
		const key = `${credit.admissionId} ${credit.cycleFrom ?? ''}`
		groups.set(key, [...(groups.get(key) ?? []), credit])
	}
	return cards.flatMap(({ admissionId, name, jurisdiction, cycles }) => {
		const known = jurisdictions.find((one) => one.jurisdiction === jurisdiction)
		const categories = new Map(known?.categories.map(({ id, label }) => [id, label]))
		const ofCard = [...groups].filter(([, [first]]) => first?.admissionId === admissionId)
		return ofCard
			.toSorted(([, [a]], [, [b]]) => (b?.cycleFrom ?? '').localeCompare(a?.cycleFrom ?? ''))
			.map(([key, grouped]) => {
				const cycle = cycles.find(({ cycleFrom }) => cycleFrom === grouped[0]?.cycleFrom)
				const cycleTitle = cycle?.label ?? (grouped[0]?.cycleFrom ? `from ${grouped[0].cycleFrom}` : 'in no cycle')
				return { key: key.replace(' ', '-'), title: `${name}, ${cycleTitle}`, categories, credits: grouped }
			})
	})
}
