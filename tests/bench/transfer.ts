import { readFileSync } from 'node:fs'
import { initialScripts } from '#tests/support/site/initial-scripts.ts'
import type { Row } from './support/tools.ts'

/** Measures the compressed JavaScript that the home page loads before any interaction, in bytes. */
export async function transfer(): Promise<Row[]> {
	const home = readFileSync('dist/client/index.html', 'utf8')
	const total = initialScripts('dist/client', home).reduce((sum, { bytes }) => sum + bytes, 0)
	return [
		{
			what: 'JavaScript of / before interaction',
			ours: total,
			unit: 'bytes, brotli',
			aim: 'at most 15,000',
			reached: total <= 15_000,
		},
	]
}
