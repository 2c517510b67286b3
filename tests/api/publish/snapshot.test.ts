import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SiteFolder } from '#src/app/publish/site-folder.ts'
import { exportSnapshot, prepareSnapshot, SNAPSHOT_VARIABLE, snapshot } from '#src/app/publish/snapshot.ts'
import { getDemoHomePodcast, refreshFeed } from '#src/features/podcast/server/service.ts'
import { site } from '#src/lib/site/site.ts'
import * as settings from '#src/platform/env/env.ts'
import { freshDatabase } from '#tests/support/api/database.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'snapshot-'))
})
afterEach(() => {
	rmSync(folder, { recursive: true, force: true })
})

const modeOf = (path: string) => statSync(path).mode & 0o777
const file = () => join(folder, 'snapshot.json')
const inProduction = () => vi.spyOn(settings, 'env').mockReturnValue({ ...settings.env(), production: true })
async function loadSnapshot() {
	vi.stubEnv(SNAPSHOT_VARIABLE, await prepareSnapshot(folder))
	return snapshot()
}

test('a snapshot survives concurrent exports with the result of the last one', async () => {
	const database = await freshDatabase()
	const exports = Array.from({ length: 10 }, () => exportSnapshot(folder))
	await refreshFeed()
	await Promise.all([...exports, exportSnapshot(folder)])
	await database.discard()
	const { title, episodes } = await getDemoHomePodcast()
	expect((await loadSnapshot()).podcast).toMatchObject({ title, episodes })
	expect(await prepareSnapshot(folder)).toBe(file())
	expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([])
})

test.each([
	['the file is missing', undefined],
	['an earlier release wrote the file, without this kind of content', '{"other": {}}'],
	['the file has another structure', '{"podcast": {"title": "Half"}}'],
	['the file is truncated', '{"podcast": {"tit'],
	['the file contains no object', 'null'],
])('a snapshot has seed content, but none in production, if %s', async (_, content) => {
	if (content !== undefined) writeFileSync(file(), content)
	expect((await loadSnapshot()).podcast).toEqual(await getDemoHomePodcast())
	inProduction()
	const nothing = { description: '', image: null, episodes: [], author: null, link: null, feedUrl: null }
	expect((await loadSnapshot()).podcast).toEqual({ title: site().name, ...nothing })
})

test('a snapshot of a demonstration club brings no seed podcast into production', async () => {
	const database = await freshDatabase()
	await refreshFeed()
	await exportSnapshot(folder)
	await database.discard()
	expect((await loadSnapshot()).podcast).toMatchObject({ episodes: expect.arrayContaining([expect.anything()]) })
	inProduction()
	expect((await loadSnapshot()).podcast).toMatchObject({ episodes: [], feedUrl: null })
})

test('a snapshot with invalid content is rejected in a build', async () => {
	writeFileSync(file(), '{"podcast": {"title": "Half"}}')
	vi.stubEnv(SNAPSHOT_VARIABLE, file())
	await expect(snapshot()).rejects.toThrow()
})

test('a snapshot creates a data folder that only its owner can access', async () => {
	await prepareSnapshot(join(folder, 'data'))
	expect(modeOf(join(folder, 'data'))).toBe(0o700)
	await new SiteFolder(join(folder, 'other', 'site')).open('stamp')
	expect(modeOf(join(folder, 'other'))).toBe(0o700)
})
