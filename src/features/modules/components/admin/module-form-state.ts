import * as z from 'zod/mini'
import { fileKindText } from '#src/features/media/kinds.ts'
import { type CourseModule, moduleBody, NO_CONTENT } from '../../contract.ts'
import { dataText } from '../../types/data-text.ts'
import type { UnvalidatedData } from '../../types/module-type.ts'
import { checkData, findType, labelOf, missingIn, needsContent, readObject } from '../../types/registry.ts'
import { type Worksheet, withFiles, worksheetsOf } from '../../worksheets.ts'

/** A module while it is being edited; may be invalid. */
export interface ModuleFormState {
	title: string
	description: string
	type: string
	content: string
	/** Data by type, so selecting another type loses nothing. */
	typed: Readonly<Record<string, UnvalidatedData>>
	/** Files, independent of the type. */
	files: Worksheet[]
}

export function formStateOf(module: CourseModule | undefined): ModuleFormState {
	const { files: _, ...data } = readObject(module?.additionalContent ?? '')
	return {
		title: module?.title ?? '',
		description: module?.description ?? '',
		type: module?.type ?? 'text',
		content: module?.content ?? '',
		typed: { [module?.type ?? 'text']: data },
		files: worksheetsOf(module?.additionalContent ?? ''),
	}
}

/** Returns the storage key of local changes: to a module, or to a course's next new module. */
export const draftKey = (userId: string, courseId: string, moduleId?: string) =>
	`${userId}:module:${moduleId ?? `new:${courseId}`}`

export const dataOf = ({ type, typed }: ModuleFormState): Record<string, unknown> => ({ ...typed[type] })

export const fullDataOf = (draft: ModuleFormState) => ({ ...dataOf(draft), ...withFiles(draft.files) })

/** Parses stored local changes; undefined if they are invalid. */
export function parseDraft(json: string): ModuleFormState | undefined {
	// Older drafts have no files.
	const stored = { files: [], ...readObject(json) } as Partial<ModuleFormState> & { data?: UnvalidatedData }
	const { data, ...value } = stored
	const { title, description, type, content } = value
	if ([title, description, type, content].some((text) => typeof text !== 'string')) return undefined
	if (!Array.isArray(value.files)) return undefined
	if (typeof value.typed === 'object') return value as ModuleFormState
	// Older format: only the data of the selected type.
	return typeof data === 'object' ? ({ ...value, typed: { [type as string]: data } } as ModuleFormState) : undefined
}

/**
 * Returns the errors by path: `title`, `data.questions.0.question`. Empty if the module can be saved.
 * @param isDraft whether it is saved as a draft, which may be incomplete: only lengths are checked.
 */
function errorsOf(draft: ModuleFormState, isDraft: boolean): Record<string, string> {
	const { typed: _, files: __, ...fields } = draft
	const issues = z.safeParse(moduleBody, fields).error?.issues ?? []
	const errors: Record<string, string> = {}
	for (const name of ['title', 'description', 'type', 'content']) {
		const issue = issues.find(({ path, code }) => path[0] === name && (!isDraft || code === 'too_big'))
		if (issue) errors[name] = issue.message
	}
	if (isDraft) return errors
	if (draft.content.trim() === '' && needsContent(draft.type)) errors.content ??= NO_CONTENT[1]
	const checked = checkData(draft.type, fullDataOf(draft))
	if ('issues' in checked) for (const { path, message } of checked.issues) errors[`data.${path}`] ??= message
	else {
		const missing = missingIn(draft.type, checked.json)
		if (missing) errors[`data.${missing.path}`] = missing.message
	}
	return errors
}

/**
 * Returns the schema of the module form. It validates the form as a whole, since requirements depend on the type.
 * @param isDraft returns whether the module is saved as a draft.
 */
export const moduleForm = (isDraft: () => boolean) =>
	z
		.object({
			title: z.string(),
			description: z.string(),
			type: z.string(),
			content: z.string(),
			typed: z.record(z.string(), z.any()),
			files: z.array(z.any()),
		})
		.check(({ value, issues }) => {
			for (const [path, message] of Object.entries(errorsOf(value, isDraft())))
				issues.push({ code: 'custom', input: value, path: path.split('.'), message })
		})

/** Returns the files as text, one per line, to compare versions. */
export const filesText = (files: readonly Worksheet[]) =>
	files.map(({ title, url }) => `${title} (${fileKindText(url)})`).join('\n')

/** Returns the body to send, with the data of the selected type only. */
export function bodyOf(draft: ModuleFormState) {
	const { typed: _, files: __, ...fields } = draft
	return { ...fields, additionalContent: fullDataOf(draft) }
}

export const labels = {
	title: 'Title',
	description: 'Description',
	type: 'Type',
	content: 'Content',
	typed: 'Type settings',
	files: 'Worksheets',
}
const NAMES: Readonly<Record<string, string>> = labels

/** Returns the label of the form field for the path of an error. */
export function fieldLabel(type: string, path: string): string {
	const dataPath = path.startsWith('data.') ? path.slice('data.'.length) : undefined
	if (dataPath?.startsWith('files')) return labels.files
	return (dataPath === undefined ? NAMES[path] : findType(type)?.fieldLabel?.(dataPath)) ?? labelOf(type)
}

/** Joins words: "a, b and c". */
const joinWords = (words: readonly string[]) => words.join(', ').replace(/, ([^,]*)$/, ' and $1')

export interface TypeChange {
	/** "a quiz". */
	readonly to: string
	readonly text: string
	readonly losesWork: boolean
}

const withArticle = (type: string) => `a ${labelOf(type).toLowerCase()}`

/**
 * Describes how saving `draft` affects the data of other types; undefined if there is nothing to confirm.
 * @param stored current type of the module; absent for a new module.
 */
export function typeChangeOf(draft: ModuleFormState, stored: string | undefined): TypeChange | undefined {
	const isChange = stored !== undefined && stored !== draft.type
	const losses = Object.entries(draft.typed)
		.filter(([type]) => type !== draft.type)
		.map(([type, data]) => ({ type, contents: findType(type)?.contentsOf?.(data) ?? [] }))
		.filter(({ contents }) => contents.length > 0)
	if (!isChange && losses.length === 0) return undefined
	const storedLoss = losses.find(({ type }) => type === stored)
	const sentences = [
		isChange && `This module is saved as ${withArticle(stored)}.`,
		...losses
			.filter((loss) => loss !== storedLoss)
			.map(({ type, contents }) => `Content for ${withArticle(type)} will not be saved: ${joinWords(contents)}.`),
		storedLoss && `Saving it as ${withArticle(draft.type)} deletes ${joinWords(storedLoss.contents)}.`,
		isChange && findType(stored)?.membersLose,
		isChange && !storedLoss && 'Title, description and content are not affected.',
	]
	return {
		to: withArticle(draft.type),
		text: sentences.filter(Boolean).join(' '),
		losesWork: losses.length > 0,
	}
}

export const typeText = (type: string, draft: ModuleFormState) => dataText(type, dataOf(draft))
