import { render, screen } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { SessionManager } from '#src/features/coaching/components/admin/SessionManager.tsx'
import { AdminCourses } from '#src/features/courses/components/admin/AdminCourses.tsx'
import { CourseSettings } from '#src/features/courses/components/admin/CourseSettings.tsx'
import type { Course } from '#src/features/courses/contract.ts'
import { type DeletedKind, deletedKind } from '#src/features/deletions/contract.ts'
import { PostList } from '#src/features/moderation/components/PostList.tsx'
import type { Post } from '#src/features/moderation/contract.ts'
import { AdminModules } from '#src/features/modules/components/admin/AdminModules.tsx'
import { DeleteCategoryDialog } from '#src/features/questions/components/admin/DeleteCategoryDialog.tsx'
import { QuestionView } from '#src/features/questions/components/QuestionView.tsx'
import { DeleteUserDialog } from '#src/features/users/components/admin/UserDialogs.tsx'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'

const RESTORED = 'An admin can restore it from Recently deleted for 30 days.'

const dates = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const course: Course = {
	...{ id: 'c1', title: 'Raising fees', description: 'How to say so.', difficulty: 'beginner', imageUrl: null },
	...{ isPublished: false, moduleCount: 1, version: 1, membersOnly: true, publishAt: null, unpublishAt: null },
	...dates,
}
const module = {
	...{ id: 'm1', courseId: 'c1', title: 'The call', description: 'What to ask.', type: 'text', content: '<p>Ask.</p>' },
	...{ orderIndex: 0, additionalContent: '{}', ...dates },
} as const
const session = {
	...{ id: 's1', title: 'Pricing', description: null, scheduledAt: '2026-05-04T18:00:00.000Z', durationMinutes: 60 },
	...{ timeZone: 'America/New_York', zoomLink: 'https://zoom.example/j/1', topicCount: 0, seriesId: null, version: 1 },
	...{ ownTopic: null, ownTopicId: null, ownTopicVersion: null },
}
const categoryOf = (id: string, questionCount: number) => ({
	...{ id, name: `Category ${id}`, slug: id, parentCategoryId: null, questionCount, titlesPublic: false, version: 1 },
})
const categories = [categoryOf('empty', 0), categoryOf('used', 3)] as const
const author = { name: 'Tomas Keller', username: 'tomas' }
const question = {
	...{ id: 'q1', title: 'Who pays for the expert?', body: 'And when?', categoryId: 'used', category: categories[1] },
	...{ author, createdAt: dates.createdAt, isEdited: false, isOwn: false, version: 1, isLocked: false, mentions: [] },
	...{ commentCount: 0, follow: 'none', isUnread: false, newCount: 0, firstNewId: null, helpful: null },
	...{ comments: [], nextComments: null, hidden: null },
} as const
const user = {
	...{ id: 'u1', ...author, email: 'tomas@keller.example', role: 'user', status: 'active', version: 1, ...dates },
}
const close = () => undefined

const posts = (kind: Post['kind']) => {
	const post = { kind, id: 'p1', title: question.title, body: '', href: '/', author, isLocked: null, hidden: null }
	const initial = { items: [{ ...post, createdAt: dates.createdAt }], total: 1, next: undefined }
	return <PostList chosen={{ kind: '', state: '', order: '' }} initial={initial} isAdmin />
}

const pressDelete = (events: UserEvent) => events.click(screen.getByRole('button', { name: /^Delete/ }))
async function chooseDelete(events: UserEvent): Promise<void> {
	await events.click(screen.getByRole('button', { name: /^More for/ }))
	await events.click(screen.getByRole('menuitem', { name: 'Delete' }))
}

interface Deletion {
	place: string
	kind: DeletedKind
	island: ReactElement
	/** Opens the dialog. If omitted, the island itself is the dialog. */
	open?: (events: UserEvent) => Promise<void>
}

const [empty, used] = categories
const deletions: readonly Deletion[] = [
	{
		...{ place: 'the list of courses', kind: 'course', open: pressDelete },
		island: <AdminCourses initial={[course]} isWhole newCourses="everybody" />,
	},
	{
		...{ place: 'the settings of a course', kind: 'course', open: pressDelete },
		island: <CourseSettings initial={course} zone="UTC" userId="u" />,
	},
	{
		...{ place: 'the modules of a course', kind: 'module', open: pressDelete },
		island: (
			<AdminModules
				courseId="c1"
				userId="u"
				initial={[module]}
				initialDrafts={{ isPublished: false, drafts: [] }}
				otherCourses={[]}
				frameHosts={[]}
			/>
		),
	},
	{
		...{ place: 'the list of sessions', kind: 'session', open: pressDelete },
		island: <SessionManager order={{ sort: 'when', order: 'asc' }} initial={[session]} now={0} clubZone="" />,
	},
	{
		...{ place: 'an empty category', kind: 'category' },
		island: <DeleteCategoryDialog category={empty} all={categories} onClose={close} />,
	},
	{
		...{ place: 'a category with questions', kind: 'category' },
		island: <DeleteCategoryDialog category={used} all={categories} onClose={close} />,
	},
	{
		...{ place: 'a question', kind: 'question', open: pressDelete },
		island: <QuestionView initial={question as never} viewer={{ id: 'a', role: 'admin' }} categories={[empty, used]} />,
	},
	{ place: 'the list of posts', kind: 'question', open: chooseDelete, island: posts('question') },
	{ place: 'the list of posts', kind: 'questionComment', open: chooseDelete, island: posts('questionComment') },
	{ place: 'the list of posts', kind: 'courseComment', open: chooseDelete, island: posts('courseComment') },
	{ place: 'an account', kind: 'account', island: <DeleteUserDialog user={user as never} onClose={close} /> },
]

/** Returns the text of the island's dialog, or of the browser's. */
async function dialogText({ island, open }: Pick<Deletion, 'island' | 'open'>): Promise<string> {
	queryClient.clear()
	answerCalls({})
	const confirm = vi.fn((_: string) => false)
	vi.stubGlobal('confirm', confirm)
	render(island)
	await open?.(userEvent.setup())
	return confirm.mock.calls[0]?.[0] ?? document.querySelector('dialog[open]')?.textContent ?? ''
}

test.each(deletions)('$place: the dialog states how long an admin can restore it', async (deletion) => {
	expect(await dialogText(deletion)).toContain(RESTORED)
})

test('every kind that can be restored has a dialog here', () => {
	expect(new Set(deletions.map(({ kind }) => kind))).toEqual(new Set(deletedKind.options))
})
