import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { libraryParts } from '#db/schema/search.ts'
import { setMediaStore } from '#src/features/media/server/media-storage.ts'
import { updateModule } from '#src/features/modules/contract.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import { callApi } from '#tests/support/api/api.ts'
import { itemOf, upload } from '#tests/support/media/media.ts'
import { as, hits, indexAll, part, setUpSearch, teach } from '#tests/support/search.ts'

// Videos are found by their captions, and hits link to the second in the video.

setUpSearch()
beforeEach(() => {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-videos-'))
	setMediaStore(localMedia(folder))
	return () => {
		setMediaStore(undefined)
		rmSync(folder, { recursive: true })
	}
})

const CAPTIONS = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ruth Okafor>Good morning, and welcome.

00:01:12.000 --> 00:01:15.500
<v Ruth Okafor>A lienword on the file is no reason to wait.
`
const video = (more: object) => ({
	...{ title: 'A video', type: 'video', content: '<p>Watch this with care, please.</p>' },
	additionalContent: { videoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', ...more },
})
const seconds = async (word: string) => (await hits(word, as.visitor)).map(({ startSeconds }) => startSeconds)

test('uploaded captions link to the second and name the speaker', async () => {
	const uploaded = await upload(as.admin, Buffer.from(CAPTIONS), { name: 'talk.vtt', isPublic: true })
	const { url: captionsUrl } = itemOf(uploaded)
	const course = await teach({ title: 'Liens' })
	const module = await part(course.id, video({ captionsUrl, transcript: 'A lienword, and an otherword.' }))
	await indexAll()
	const [hit, ...others] = await hits('lienword', as.visitor)
	expect(others).toEqual([])
	expect(hit).toMatchObject({
		...{ kind: 'module', title: 'A video', startSeconds: 72, context: 'Liens · 1:12 · Ruth Okafor' },
		url: `/courses/liens?m=${module.id}&t=72#module-${module.id}`,
	})
	// Without captions the video is found by its written transcript.
	await callApi(updateModule, {
		...{ as: as.admin, params: { id: module.id } },
		body: { additionalContent: { ...video({}).additionalContent, transcript: 'A lienword, and an otherword.' } },
	})
	await indexAll()
	expect(await seconds('lienword')).toEqual([null])
	expect(await seconds('otherword')).toEqual([null])
})

test.each([
	['a file of the site', '/videos/the-fifteen-minute-call.vtt', [9]],
	['missing', '/videos/nothing.vtt', [null]],
	['one outside of what is public', '/../package.vtt', [null]],
	['an upload that is not there', '/media/aaaaaaaaaaaaaaaaaaaa/talk.vtt', [null]],
])('captions that are %s', async (_, captionsUrl, at) => {
	const course = await teach({ title: 'Intake' })
	await part(course.id, video({ captionsUrl, transcript: 'I need the names, so that I can check for conflicts.' }))
	await indexAll()
	expect(await seconds('conflicts')).toEqual(at)
})

test('a video from before this release is indexed by the migration', async () => {
	const course = await teach({ title: 'Intake' })
	await part(course.id, video({ captionsUrl: '/videos/the-fifteen-minute-call.vtt' }))
	await indexAll()
	// Leaves the index as an earlier release did, without the captions.
	await db().delete(libraryParts)
	await indexAll()
	expect(await seconds('conflicts')).toEqual([])
	await db().run(sql.raw(readFileSync('db/migrations/0036_films_are_indexed_anew.sql', 'utf8')))
	await indexAll()
	expect(await seconds('conflicts')).toEqual([9])
})
