import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { db, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { courses } from '#db/schema/courses.ts'
import { searchSources } from '#src/app/search/sources.ts'
import { find } from '#src/features/search/server/find-everything.ts'
import { runSearchIndex } from '#src/features/search/server/index-job.ts'
import { newId } from '#src/lib/ids.ts'

// Counts the misspelled legal words for which the search finds the right one. Each correct word is the title of a
// course, and a visitor types the misspelled one. Prints a table.
// Usage: node tests/measure/misspelled.ts [LIST], where a line of the list is `wrong right`.

const list = process.argv[2] ?? join(import.meta.dirname, '../fixtures/misspelled-legal-words.txt')
const pairs = readFileSync(list, 'utf8')
	.split('\n')
	.map((line) => line.replace(/#.*/, '').trim())
	.filter((line) => line !== '')
	.map((line) => line.split(/\s+/) as [wrong: string, right: string])

const folder = mkdtempSync(join(tmpdir(), 'second-chair-misspelled-'))
const database = await openDatabase({ url: `file:${join(folder, 'club.db')}` })
try {
	await migrateDatabase(database)
	useDatabase(database)
	const when = new Date()
	for (const right of new Set(pairs.map(([, word]) => word)))
		await db()
			.insert(courses)
			.values({
				...{ id: newId(), title: `About ${right}`, description: 'What a solo lawyer should know of it.' },
				...{ difficulty: 'beginner', isPublished: true, createdAt: when, updatedAt: when },
			})
	await runSearchIndex(searchSources(), { holder: 'measure' })
	let understood = 0
	const lines: string[] = []
	for (const [wrong, right] of pairs) {
		const { corrected, groups } = await find(searchSources(), wrong, { limit: 5, reader: undefined })
		const first = groups[0]?.hits[0]?.title
		const isRight = first === `About ${right}`
		if (isRight) understood++
		const outcome = corrected?.[0]
			? `corrected to ${corrected[0].to}`
			: first
				? 'another form of the word'
				: 'nothing found'
		lines.push(`| ${wrong} | ${right} | ${isRight ? 'yes' : '**no**'} | ${outcome} |`)
	}
	process.stdout.write(`| typed | meant | found | how |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`)
	process.stdout.write(`\n${understood} of ${pairs.length} are understood.\n`)
} finally {
	useDatabase(undefined)
	await database.close()
	rmSync(folder, { recursive: true, force: true })
}
