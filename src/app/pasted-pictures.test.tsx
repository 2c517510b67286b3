import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CourseDetails } from '#src/features/courses/components/admin/CourseDetails.tsx'
import { CourseDialog } from '#src/features/courses/components/admin/CourseDialog.tsx'
import type { Course } from '#src/features/courses/contract.ts'
import { uploadFile } from '#src/features/media/upload.ts'
import { Editor as VideoEditor } from '#src/features/modules/types/video/Editor.tsx'
import { RichTextEditor } from '#src/features/rich-text/components/editor/RichTextEditor.tsx'
import { SettingsForm } from '#src/features/settings/components/admin/SettingsForm.tsx'
import { sections } from '#src/features/settings/components/admin/setting-sections.ts'
import { type SettingsPage, settingsPages } from '#src/features/settings/settings-pages.ts'
import { siteDefaults } from '#src/lib/site/site.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'

// A pasted picture is shown in its form: its URL alone does not show whether it is the right picture.

vi.mock('#src/features/media/upload.ts', async (original) => ({
	...(await original<typeof import('#src/features/media/upload.ts')>()),
	uploadFile: vi.fn(),
}))

const url = `/media/${'a'.repeat(20)}/desk.webp`
beforeEach(() => {
	answerCalls({})
	vi.mocked(uploadFile).mockResolvedValue({ url, seconds: null } as never)
})

const course: Course = {
	...{ id: 'c1', title: 'Raising fees', description: 'How to say so.', difficulty: 'beginner', imageUrl: null },
	...{ isPublished: false, moduleCount: 0, version: 1 },
	...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
}

function Video() {
	const [data, onChange] = useState<Record<string, unknown>>({})
	const errorAt = () => undefined
	return <VideoEditor data={data} onChange={onChange} errorAt={errorAt} title="The call" frameHosts={[]} texts={[]} />
}

const teacher = { name: 'Tobias', admission: '', about: '', portrait: '', portraitAlt: '' }
const settings = (page: SettingsPage) => (
	<SettingsForm
		page={page}
		pages={settingsPages}
		settings={{ ...siteDefaults, teachers: [teacher], version: 1, updatedAt: null, updatedBy: null }}
		status={{ name: 'Second Chair', feedUrl: '', mailFrom: '', mailReplyTo: null }}
		user={{ id: 'ruth', email: 'ruth@club.example' }}
	/>
)
const settingPictures = sections.flatMap((section) =>
	section.settings.filter(({ kind }) => kind === 'picture').map(({ label }) => ({ page: section.page, field: label })),
)

const forms: ReadonlyArray<{ field: string; form: ReactElement }> = [
	{ field: 'Image URL (optional)', form: <CourseDialog onClose={() => undefined} /> },
	{ field: 'Image URL (optional)', form: <CourseDetails initial={course} userId="u" /> },
	{ field: 'Poster (optional)', form: <Video /> },
	{ field: 'Portrait', form: settings('people') },
	...settingPictures.map(({ page, field }) => ({ field, form: settings(page) })),
	{ field: 'Content', form: <RichTextEditor label="Content" field="content" initial="" onChange={() => undefined} /> },
]

test.each(forms)('a picture pasted into $field is shown', async ({ field: label, form }) => {
	render(form)
	const shown = () => document.querySelectorAll(`img[src="${url}"]`).length
	const field = await screen.findByLabelText(label)
	expect(shown()).toBe(0)
	const files = [new File(['x'], 'desk.png', { type: 'image/png' })]
	fireEvent.paste(field, { clipboardData: { files, types: ['Files'], getData: () => '' } })
	await waitFor(() => expect(shown()).toBeGreaterThan(0))
	expect(screen.getByDisplayValue(url)).toBeTruthy()
})

test('the settings have four picture fields', () => {
	const fields = settingPictures.map(({ field }) => field)
	expect(fields).toEqual(["Host's portrait", 'Logo', 'Share picture', 'Picture'])
})
