// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/lib/api/errors.ts'
import { queryClient } from '#src/lib/api/query-client.ts'
import { $toast } from '#src/lib/toast.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { MediaItem } from '../../contract.ts'
import { uploadFile } from '../../upload.ts'
import { MediaLibrary } from './MediaLibrary.tsx'

vi.mock('../../upload.ts', async (original) => ({
	...(await original<typeof import('../../upload.ts')>()),
	uploadFile: vi.fn(),
}))
beforeEach(() => {
	// jsdom does not support <search>, so React warns once.
	const report = console.error
	vi.spyOn(console, 'error').mockImplementation((...parts) => {
		if (parts[1] !== 'search') report(...parts)
	})
})
afterEach(() => {
	vi.restoreAllMocks()
	cleanup()
	queryClient.clear()
	vi.unstubAllGlobals()
	vi.mocked(uploadFile).mockReset()
})

const item = (overrides: Partial<MediaItem> = {}): MediaItem => ({
	...{
		id: '1',
		name: 'Portrait.jpg',
		kind: 'image',
		url: '/media/1/portrait.webp',
		thumbnail: '/media/1/portrait.webp',
	},
	...{ bytes: 412_000, width: 1_920, height: 1_280, seconds: null, isPublic: true, isReady: true },
	...{ createdAt: '2026-10-01T09:00:00.000Z', createdBy: 'Ruth', uses: [], goesAt: '2026-11-30T09:00:00.000Z' },
	...overrides,
})
const used = item({
	uses: [{ type: 'course', title: 'Fees', href: '/admin/courses' }],
	goesAt: null,
})
const open = (...items: MediaItem[]) =>
	render(<MediaLibrary initial={{ items, total: items.length, next: undefined }} first={{ kind: '', search: '' }} />)
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement

test("shows each file's kind, access and uses or deletion date", () => {
	open(
		used,
		item({
			id: '2',
			name: 'Talk.mp4',
			kind: 'video',
			seconds: 642,
			bytes: 2.1e9,
			width: null,
			height: null,
			isPublic: false,
		}),
		item({ id: '3', name: 'Late.mp4', kind: 'video', isReady: false, url: '' }),
	)
	expect(rowOf('Portrait.jpg').textContent).toContain('Picture, 1920 × 1280')
	expect(within(rowOf('Portrait.jpg')).getByRole('link', { name: 'Fees' }).getAttribute('href')).toBe('/admin/courses')
	const talk = rowOf('Talk.mp4').textContent
	for (const words of ['10:42', '2.1 GB', 'Course members', 'Not used. It will be deleted'])
		expect(talk).toContain(words)
	expect(rowOf('Late.mp4').textContent).toContain('choose the same file again to resume')
	expect(within(rowOf('Late.mp4')).queryByRole('link')).toBeNull()
})

test('shows where a file is used before deleting it', async () => {
	const user = userEvent.setup()
	open(used)
	await user.click(screen.getByRole('button', { name: 'More for Portrait.jpg' }))
	await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
	const dialog = await screen.findByRole('alertdialog')
	expect(dialog.textContent).toContain('Portrait.jpg is used in the places below')
	expect(within(dialog).getByRole('link', { name: 'Fees' })).toBeDefined()
})

test('uploads several dropped files one after another, and says why one is rejected', async () => {
	vi.stubGlobal('fetch', async () => Response.json([used], { headers: { 'X-Total-Count': '1' } }))
	vi.mocked(uploadFile)
		.mockImplementationOnce(async (_, { onProgress }) => {
			onProgress?.({ sent: 5, size: 10, isChecking: false })
			return used
		})
		.mockRejectedValueOnce(new ApiError(400, 'This is not a PDF we can read.'))
	open()
	const files = [new File(['one'], 'one.jpg'), new File(['two'], 'two.pdf')]
	const area = screen.getByRole('button', { name: 'Upload files' })
	fireEvent.drop(area, { dataTransfer: { files, types: ['Files'] } })
	expect((await screen.findByRole('alert')).textContent).toBe('two.pdf: This is not a PDF we can read.')
	expect(
		vi.mocked(uploadFile).mock.calls.map(([file, { purpose, isPublic }]) => [file.name, purpose, isPublic]),
	).toEqual([
		['one.jpg', 'library', true],
		['two.pdf', 'library', true],
	])
	// The uploaded file is in the list, and the button is enabled again.
	expect(rowOf('Portrait.jpg')).toBeDefined()
	expect(screen.getByRole('button', { name: 'Upload files' })).toBeDefined()
})

test('uploads files for members only when the box is checked', async () => {
	vi.mocked(uploadFile).mockResolvedValue(used)
	vi.stubGlobal('fetch', async () => Response.json([used], { headers: { 'X-Total-Count': '1' } }))
	const user = userEvent.setup()
	const { container } = open()
	await user.click(screen.getByRole('checkbox'))
	const input = container.querySelector('input[type=file]') as HTMLInputElement
	await user.upload(input, new File(['x'], 'sheet.pdf', { type: 'application/pdf' }))
	expect(vi.mocked(uploadFile).mock.calls[0]?.[1]).toMatchObject({ purpose: 'library', isPublic: false })
})

const choose = (...names: string[]) =>
	fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, {
		target: { files: names.map((name) => new File(['x'], name)) },
	})
const sentNames = () => vi.mocked(uploadFile).mock.calls.map(([{ name }]) => name)

test('names a rejected file and uploads the others', async () => {
	answerCalls({ 'GET /api/admin/media': () => [] })
	vi.mocked(uploadFile).mockImplementation(async ({ name }) => {
		if (name === 'b.jpg') throw new ApiError(413, 'Pictures can have at most 10 MB')
		return item({ name })
	})
	open(item())
	choose('a.jpg', 'b.jpg', 'c.jpg')
	expect((await screen.findByRole('alert')).textContent).toBe('b.jpg: Pictures can have at most 10 MB')
	await vi.waitFor(() => expect(sentNames()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']))
})

test('names the files that were not sent after a server error', async () => {
	vi.mocked(uploadFile).mockRejectedValue(new ApiError(503, 'There is no room left.'))
	open(item())
	choose('a.jpg', 'b.jpg', 'c.jpg')
	await vi.waitFor(() =>
		expect(screen.getByRole('alert').textContent).toBe('a.jpg: There is no room left.Also not uploaded: b.jpg, c.jpg'),
	)
	expect(sentNames()).toEqual(['a.jpg'])
})

test('says that files added during an upload were not accepted', async () => {
	vi.mocked(uploadFile).mockReturnValue(new Promise(() => undefined))
	open(item())
	choose('a.jpg')
	choose('b.jpg')
	expect((await screen.findByRole('alert')).textContent).toMatch(/^Another upload is in progress/)
})

test('says that a file is in the library if its form was closed during the upload', async () => {
	const { promise, resolve } = Promise.withResolvers<MediaItem>()
	vi.mocked(uploadFile).mockReturnValue(promise)
	open(item())
	choose('a.jpg')
	cleanup()
	resolve(item({ name: 'a.jpg' }))
	await vi.waitFor(() => expect($toast.get()?.title).toBe('a.jpg is uploaded'))
})
