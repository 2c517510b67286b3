import * as z from 'zod/mini'
import { NOT_FOUND, NOT_OPEN } from '#src/features/course-access/errors.ts'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import { COURSE_NOT_FOUND } from './contract.ts'

/** Longest journal entry, in characters, whatever its word limit. */
export const ENTRY_CHARACTERS = 50_000

const params = z.object({ id: z.string() })

export const journalEntry = z.object({
	id: z.string(),
	content: z.string(),
	instructorFeedback: z.nullable(z.string()),
	createdAt: timestamp,
	updatedAt: timestamp,
	feedbackAt: z.nullable(timestamp),
})
export type JournalEntry = z.output<typeof journalEntry>

/** The caller's own entry; null before the first. */
export const getJournal = contract({
	method: 'GET',
	path: '/api/modules/:id/journal',
	access: 'member',
	params,
	response: z.nullable(journalEntry),
	errors: { notFound: NOT_FOUND.module, notOpen: NOT_OPEN },
})

export const saveJournal = contract({
	method: 'POST',
	path: '/api/modules/:id/journal',
	access: 'member',
	params,
	bodyLimit: 4 * ENTRY_CHARACTERS + 1024,
	body: z.object({
		content: z.string('Write something before you save').check(
			z.refine((text) => text.trim() !== '', 'Write something before you save'),
			z.maxLength(ENTRY_CHARACTERS, 'A journal entry has at most 50,000 characters'),
		),
	}),
	response: journalEntry,
	errors: {
		notFound: NOT_FOUND.module,
		notOpen: NOT_OPEN,
		notJournal: [400, 'This module is not a journal'],
		tooLong: [400, 'Your entry is over the word limit'],
	},
})

/** How many entries a screen asks for at a time; the id of the last one is where the list goes on. */
export const JOURNALS_PAGE = 20

export const adminJournalEntry = z.extend(journalEntry, {
	moduleId: z.string(),
	moduleTitle: z.string(),
	/** What the entry answers. */
	prompt: z.string(),
	courseId: z.string(),
	courseTitle: z.string(),
	user: z.object({ id: z.string(), name: z.string(), username: z.string() }),
	/** Written or changed since the last feedback. */
	isWaiting: z.boolean(),
	/** The version of entry and feedback, for a change of the feedback. */
	version: z.number(),
})
export type AdminJournalEntry = z.output<typeof adminJournalEntry>

export const listJournals = contract({
	method: 'GET',
	path: '/api/courses/:id/journal',
	access: 'admin',
	params,
	query: z.object({
		...pageQuery,
		/** `true`: only those that wait for feedback. */
		waiting: z.optional(z.enum(['true', 'false'], 'Use true or false')),
	}),
	response: z.array(adminJournalEntry),
	errors: { notFound: COURSE_NOT_FOUND },
})

/** The entries that wait for feedback, of all courses, newest first. */
export const listWaitingJournals = contract({
	method: 'GET',
	path: '/api/admin/journal-entries',
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

export const giveFeedback = contract({
	method: 'PUT',
	path: '/api/modules/:id/journal/:entryId',
	access: 'admin',
	params: z.object({ id: z.string(), entryId: z.string() }),
	body: feedbackChange,
	response: adminJournalEntry,
	errors: { notFound: [404, 'Journal entry not found'], changed: changedMeanwhile('entry or its feedback') },
	current: adminJournalEntry,
})
