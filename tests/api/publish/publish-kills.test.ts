import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { courses } from '#db/schema/courses.ts'
import { type SiteNode, startNode } from '#tests/support/servers/site-node.ts'

const COURSES = 200
/** Numbers of published pages at which the node is killed. */
const KILLED_AT = [1, 60]

let folder: string
let node: SiteNode | undefined
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-killed-'))
})
afterEach(async () => {
	await node?.end('SIGKILL')
	node = undefined
	rmSync(folder, { recursive: true, force: true })
})

const idOf = (index: number) => `course-${index}`
/** Returns a long title, so writing its page takes time. */
const titleOf = (index: number) => Array.from({ length: 200 }, (_, word) => (word * 7919 + index) % 9973).join(' ')
const textOf = (index: number) => `<p>${titleOf(index)} of r1</p>`
const htmlOf = (index: number) => `${textOf(index)}<script>"r1"</script>`

async function fillDatabase(file: string): Promise<void> {
	const opened = await openDatabase({ url: `file:${file}` })
	await migrateDatabase(opened)
	const at = new Date()
	const rows = Array.from({ length: COURSES }, (_, index) => ({
		id: idOf(index),
		title: titleOf(index),
		description: 'What it is about',
		difficulty: 'beginner' as const,
		isPublished: true,
		createdAt: at,
		updatedAt: at,
	}))
	await opened.db.insert(courses).values(rows)
	await opened.close()
}

const fileOf = (index: number) => join(folder, 'site', 'pages', 'courses', idOf(index), 'index.html')

/** Returns the existing pages after checking that each is complete. */
function completePages(): number[] {
	const existing = Array.from({ length: COURSES }, (_, index) => index).filter((index) => existsSync(fileOf(index)))
	for (const index of existing) {
		const file = fileOf(index)
		const versions = [readFileSync(file), brotliDecompressSync(readFileSync(`${file}.br`))]
		for (const version of versions) expect(version.toString() === htmlOf(index), `${file} is complete`).toBe(true)
	}
	return existing
}

const isReconciled = (one: SiteNode) => one.logged().some(({ msg }) => msg === 'public pages reconciled')

test('a node killed while publishing many pages leaves only complete pages, and the next start renders the rest', {
	timeout: 300_000,
}, async () => {
	await fillDatabase(join(folder, 'site.db'))
	const settings = { DATA_DIR: folder, DATABASE_URL: `file:${join(folder, 'site.db')}`, RELEASE: 'r1' }
	const pages = join(folder, 'site', 'pages', 'courses')
	const count = () => (existsSync(pages) ? readdirSync(pages).length : 0)
	for (const pageCount of KILLED_AT) {
		node = await startNode(settings)
		while (count() < pageCount) await pause(1)
		await node.end('SIGKILL')
		completePages()
	}
	const started = await startNode(settings)
	node = started
	await vi.waitFor(() => expect(isReconciled(started)).toBe(true), { timeout: 60_000 })
	expect(completePages()).toHaveLength(COURSES)
	for (const index of [0, COURSES - 1])
		expect((await started.text(`/courses/${idOf(index)}`)) === textOf(index)).toBe(true)
})
