/** Legal synonyms; each group works in both directions. Add a line for a missing group. */
const GROUPS: ReadonlyArray<readonly string[]> = [
	['cle', 'mcle', 'continuing legal education'],
	['dui', 'dwi', 'owi'],
	['sol', 'statute of limitations', 'limitation period'],
	['iolta', 'trust account', 'client trust account'],
	['nda', 'non disclosure agreement', 'confidentiality agreement'],
	['poa', 'power of attorney'],
	['tro', 'temporary restraining order'],
	['pi', 'personal injury'],
	['aba', 'american bar association'],
	['llc', 'limited liability company'],
	['adr', 'alternative dispute resolution', 'mediation'],
]

/** Maximum number of synonyms per word. */
const MAX = 3

const byWords = new Map<string, Array<readonly string[]>>()
for (const group of GROUPS)
	for (const one of group)
		byWords.set(
			one,
			group
				.filter((other) => other !== one)
				.slice(0, MAX)
				.map((other) => other.split(' ')),
		)

const MAX_LENGTH = Math.max(...GROUPS.flat().map((words) => words.split(' ').length))

/** Returns the synonyms of these words in this order; usually none. */
export const synonymsOf = (words: readonly string[]): ReadonlyArray<readonly string[]> =>
	words.length > MAX_LENGTH ? [] : (byWords.get(words.join(' ').toLowerCase()) ?? [])
