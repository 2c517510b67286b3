import * as z from 'zod/mini'
import { NOT_FOUND, NOT_OPEN } from '#src/features/course-access/errors.ts'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { COURSE_NOT_FOUND } from './contract.ts'

/** Maximum length of a journal entry in characters, independent of its word limit. */
export const ENTRY_CHARACTERS = 50_000

export const journalEntry = z.object({
	id: z.string(),
	content: z.string(),
	instructorFeedback: z.nullable(z.string()),
	createdAt: timestamp,
	updatedAt: timestamp,
	feedbackAt: z.nullable(timestamp),
	/** Version of the content, to base a change on. Feedback does not change it. For a first entry, send 0. */
	version: z.number(),
})
export type JournalEntry = z.output<typeof journalEntry>

/** The caller's entry; null before the first save. */
export const getJournal = contract('GET /api/modules/:id/journal', {
	access: 'member',
	response: z.nullable(journalEntry),
	errors: { notFound: NOT_FOUND.module, notOpen: NOT_OPEN },
})

export const saveJournal = contract('POST /api/modules/:id/journal', {
	access: 'member',
	bodyLimit: 4 * ENTRY_CHARACTERS + 1024,
	body: z.object({
		content: z.string('Write something before you save').check(
			z.refine((text) => text.trim() !== '', 'Write something before you save'),
			z.maxLength(ENTRY_CHARACTERS, 'A journal entry can have at most 50,000 characters'),
		),
		...versionField,
	}),
	response: journalEntry,
	errors: {
		notFound: NOT_FOUND.module,
		notOpen: NOT_OPEN,
		notJournal: [400, 'This module is not a journal'],
		tooLong: [400, 'Your entry is over the word limit'],
		changed: changedMeanwhile('entry'),
	},
	current: journalEntry,
})

/** Entries per request; the id of the last one is the cursor. */
export const JOURNALS_PAGE = 20

export const adminJournalEntry = z.extend(journalEntry, {
	moduleId: z.string(),
	moduleTitle: z.string(),
	prompt: z.string(),
	courseId: z.string(),
	courseTitle: z.string(),
	user: z.object({ id: z.string(), name: z.string(), username: z.string() }),
	/** Saved since the last feedback. */
	isWaiting: z.boolean(),
	/** Version of the entry and its feedback, to base a change to the feedback on. */
	version: z.number(),
})
export type AdminJournalEntry = z.output<typeof adminJournalEntry>

export const listJournals = contract('GET /api/courses/:id/journal', {
	access: 'admin',
	query: z.object({
		...pageQuery,
		/** `true`: only entries waiting for feedback. */
		waiting: z.optional(z.enum(['true', 'false'], 'Use true or false')),
	}),
	response: z.array(adminJournalEntry),
	errors: { notFound: COURSE_NOT_FOUND },
})

/** Entries of all courses that are waiting for feedback, newest first. */
export const listWaitingJournals = contract('GET /api/admin/journal-entries', {
	access: 'admin',
	query: z.object(pageQuery),
	response: z.array(adminJournalEntry),
})

export const feedbackBody = z.object({
	instructorFeedback: z
		.string('Write your feedback first')
		.check(
			z.trim(),
			z.minLength(1, 'Write your feedback first'),
			z.maxLength(10_000, 'Feedback must be at most 10,000 characters'),
		),
})

export const feedbackChange = z.extend(feedbackBody, versionField)

export const giveFeedback = contract('PUT /api/modules/:id/journal/:entryId', {
	access: 'admin',
	body: feedbackChange,
	response: adminJournalEntry,
	errors: { notFound: [404, 'Journal entry not found'], changed: changedMeanwhile('entry or its feedback') },
	current: adminJournalEntry,
})
