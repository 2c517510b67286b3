import type { Page } from 'playwright/test'
import { createMedia, listMedia, listMediaParts, type MediaItem, putMediaPart } from '#src/features/media/contract.ts'
import { sampleVideo } from '#tests/support/media/media-samples.ts'
import { expect } from '../support/fixtures.ts'
import { answer, hold, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, REFUSED } from '../support/screens/steps.ts'

const file = (overrides: Partial<MediaItem>): MediaItem => ({
	...{ id: '01m82xhds4kn5y4tvaby', name: 'Portrait of the host.jpg', kind: 'image', bytes: 412_000 },
	...{ url: '/favicon.svg', thumbnail: '/favicon.svg', width: 1_920, height: 1_280, seconds: null },
	...{ isPublic: true, isReady: true, createdAt: '2026-10-01T09:00:00.000Z', createdBy: 'Ruth Adeyemi' },
	...{ uses: [{ type: 'settings', title: 'Club settings', href: '/admin/settings' }], goesAt: null },
	...overrides,
})
const unused = { uses: [], goesAt: '2026-11-30T09:00:00.000Z' }
const noPicture = { url: '/robots.txt', thumbnail: '', width: null, height: null }

const files: MediaItem[] = [
	file({}),
	file({
		...{ id: '2', name: 'Fee-agreement-for-hourly-work-with-a-retainer-2026-final.pdf', kind: 'pdf', isPublic: false },
		...noPicture,
		uses: [{ type: 'module', title: 'Writing the engagement letter', href: '/admin/courses/5/modules' }],
	}),
	file({
		...noPicture,
		...unused,
		id: '3',
		name: 'Intake in ten minutes.mp4',
		kind: 'video',
		seconds: 642,
		bytes: 2.1e9,
	}),
	file({ ...noPicture, ...unused, id: '4', name: 'Talk in March.mp4', kind: 'video', isReady: false, bytes: 3.4e9 }),
]
/** Replaces the files that the server rendered. */
const showFiles = async (page: Page) => {
	await page.getByLabel('Kind', { exact: true }).selectOption('image')
	await expect(page.getByText('Talk in March.mp4')).toBeVisible()
}

export const mediaScreens: readonly Screen[] = [
	{ name: 'admin-media', as: 'admin', path: '/admin/media' },
	{
		name: 'admin-media-files',
		as: 'admin',
		path: '/admin/media',
		prepare: (page) => answer(page, listMedia, { json: files, headers: { 'X-Total-Count': String(files.length) } }),
		reach: showFiles,
	},
	{
		name: 'admin-media-delete-in-use',
		as: 'admin',
		path: '/admin/media',
		windowOnly: true,
		prepare: (page) => answer(page, listMedia, { json: files, headers: { 'X-Total-Count': String(files.length) } }),
		async reach(page) {
			await showFiles(page)
			await button(page, 'More for Portrait of the host.jpg').click()
			await page.getByRole('menuitem', { name: 'Delete' }).click()
			await expect(page.getByRole('alertdialog')).toContainText('is used in the places below')
		},
	},
	{
		name: 'admin-media-uploading',
		as: 'admin',
		path: '/admin/media',
		async prepare(page) {
			await answer(page, createMedia, { status: 201, json: { id: 'u', partSize: 500, parts: 4 } })
			await answer(page, listMediaParts, {
				json: { partSize: 500, parts: 4, size: 2_000, there: [1, 2], isReady: false },
			})
			await hold(page, putMediaPart)
		},
		async reach(page) {
			const buffer = sampleVideo({ bytes: 2_000 - sampleVideo({ bytes: 0 }).length })
			await page.locator('input[data-upload]').setInputFiles({ name: 'Talk.mp4', mimeType: 'video/mp4', buffer })
			await expect(page.getByText('50% of 2 kB')).toBeVisible()
		},
	},
	{
		name: 'admin-media-refused',
		as: 'admin',
		path: '/admin/media',
		allows: REFUSED,
		prepare: (page) => refuse(page, createMedia, createMedia.errors.quota),
		async reach(page) {
			const buffer = sampleVideo()
			await page.locator('input[data-upload]').setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer })
			await expect(page.getByRole('alert').filter({ hasText: 'storage is full' })).toBeVisible()
		},
	},
]
