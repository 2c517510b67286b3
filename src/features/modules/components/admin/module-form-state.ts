import * as z from 'zod/mini'
import { fileKindText } from '#src/features/media/kinds.ts'
import { type CourseModule, moduleBody, NO_CONTENT } from '../../contract.ts'
import type { WrittenData } from '../../types/module-type.ts'
import { checkData, labelOf, lackOf, needsContent, typeNamed } from '../../types/registry.ts'
import { type Worksheet, withFiles, worksheetsOf } from '../../worksheets.ts'

/** A module as an author is writing it: it need not be valid yet. */
export interface ModuleFormState {
	title: string
	description: string
	type: string
	content: string
	/** By type what was written for it. A look at another type loses nothing. */
	typed: Readonly<Record<string, WrittenData>>
	/** What is handed out with it, whatever its type. */
	files: Worksheet[]
}

function parseObject(json: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(json)
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as Record<string, unknown>)
			: {}
	} catch {
		return {}
	}
}

export function draftOf(module: CourseModule | undefined): ModuleFormState {
	const { files: _, ...data } = parseObject(module?.additionalContent ?? '{}')
	return {
		title: module?.title ?? '',
		description: module?.description ?? '',
		type: module?.type ?? 'text',
		content: module?.content ?? '',
		typed: { [module?.type ?? 'text']: data },
		files: worksheetsOf(module?.additionalContent ?? '{}'),
	}
}

/** Under which what an admin writes waits in the browser: for a module, or for the next one of a course. */
export const draftKey = (userId: string, courseId: string, moduleId?: string) =>
	`${userId}:module:${moduleId ?? `new:${courseId}`}`

/** The data of the type that is chosen. */
export const dataOf = ({ type, typed }: ModuleFormState): Record<string, unknown> => ({ ...typed[type] })

/** All that is kept in `additionalContent`. */
export const wholeDataOf = (draft: ModuleFormState) => ({ ...dataOf(draft), ...withFiles(draft.files) })

/** A draft from its kept form; undefined for anything else. */
export function parseDraft(json: string): ModuleFormState | undefined {
	// Drafts that were kept before modules had files have none.
	const kept = { files: [], ...parseObject(json) } as Partial<ModuleFormState> & { data?: WrittenData }
	const { data, ...value } = kept
	const { title, description, type, content } = value
	if ([title, description, type, content].some((text) => typeof text !== 'string')) return undefined
	if (!Array.isArray(value.files)) return undefined
	if (typeof value.typed === 'object') return value as ModuleFormState
	// As drafts were kept before: what was written for the type that was chosen, and nothing else.
	return typeof data === 'object' ? ({ ...value, typed: { [type as string]: data } } as ModuleFormState) : undefined
}

/** In the order of the form. */
const FIELDS = ['title', 'description', 'type', 'content']

/**
 * What is wrong with a draft, by the place: `title`, `data.questions.0.question`. Empty when it can be saved.
 * @param isKept it is to be kept unfinished: only what is too long is wrong then.
 */
function errorsOf(draft: ModuleFormState, isKept: boolean): Record<string, string> {
	const { typed: _, files: __, ...fields } = draft
	const issues = z.safeParse(moduleBody, fields).error?.issues ?? []
	const errors: Record<string, string> = {}
	for (const name of FIELDS) {
		const issue = issues.find(({ path, code }) => path[0] === name && (!isKept || code === 'too_big'))
		if (issue) errors[name] = issue.message
	}
	if (isKept) return errors
	if (draft.content.trim() === '' && needsContent(draft.type)) errors.content ??= NO_CONTENT[1]
	const checked = checkData(draft.type, wholeDataOf(draft))
	if ('issues' in checked) for (const { path, message } of checked.issues) errors[`data.${path}`] ??= message
	else {
		const lack = lackOf(draft.type, checked.json)
		if (lack) errors[`data.${lack.path}`] = lack.message
	}
	return errors
}

/**
 * The form of a module: what it holds is judged as a whole, since the type says what else it needs.
 * @param isKept whether it is to be kept as a draft, asked each time.
 */
export const moduleForm = (isKept: () => boolean) =>
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
			for (const [path, message] of Object.entries(errorsOf(value, isKept())))
				issues.push({ code: 'custom', input: value, path: path.split('.'), message })
		})

/** The files of a draft, line by line. */
export const filesText = (files: readonly Worksheet[]) =>
	files.map(({ title, url }) => `${title} (${fileKindText(url)})`).join('\n')

/** What is sent of a draft: of what was written for each type, that of the one which is chosen. */
export function bodyOf(draft: ModuleFormState) {
	const { typed: _, files: __, ...fields } = draft
	return { ...fields, additionalContent: wholeDataOf(draft) }
}

export const labels = {
	title: 'Title',
	description: 'Description',
	type: 'Type',
	content: 'Content',
	typed: 'What its type needs',
	files: 'Worksheets',
}
const NAMES: Readonly<Record<string, string>> = labels

/** What the form calls the place of an error. */
export function placeOf(type: string, path: string): string {
	const inData = path.startsWith('data.') ? path.slice('data.'.length) : undefined
	if (inData?.startsWith('files')) return labels.files
	return (inData === undefined ? NAMES[path] : typeNamed(type)?.placeOf?.(inData)) ?? labelOf(type)
}

/** Words in a row: "a, b and c". */
const list = (words: readonly string[]) =>
	words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export interface TypeChange {
	/** "a quiz". */
	readonly to: string
	readonly text: string
	readonly losesWork: boolean
}

const withArticle = (type: string) => `a ${labelOf(type).toLowerCase()}`

/**
 * What saving `draft` does to what was written for other types, in sentences; undefined where nothing is to be asked.
 * @param stored the type that the module has now, absent for a new one.
 */
export function typeChangeOf(draft: ModuleFormState, stored: string | undefined): TypeChange | undefined {
	const isChange = stored !== undefined && stored !== draft.type
	const losses = Object.entries(draft.typed)
		.filter(([type]) => type !== draft.type)
		.map(([type, data]) => ({ type, contents: typeNamed(type)?.contentsOf?.(data) ?? [] }))
		.filter(({ contents }) => contents.length > 0)
	if (!isChange && losses.length === 0) return undefined
	const ofStored = losses.find(({ type }) => type === stored)
	const sentences = [
		isChange && `This module has been ${withArticle(stored)} until now.`,
		...losses
			.filter((loss) => loss !== ofStored)
			.map(({ type, contents }) => `What you wrote for ${withArticle(type)} is not saved: ${list(contents)}.`),
		ofStored && `Saving it as ${withArticle(draft.type)} deletes ${list(ofStored.contents)}.`,
		isChange && typeNamed(stored)?.membersLose,
		isChange && !ofStored && 'Its title, description and content stay as they are in this form.',
	]
	return {
		to: withArticle(draft.type),
		text: sentences.filter(Boolean).join(' '),
		losesWork: losses.length > 0,
	}
}

/** What data holds, leaf by leaf, with the path of each: `questions.0.options.1`. */
function leavesOf(value: unknown, path = ''): Array<[path: string, value: unknown]> {
	if (typeof value !== 'object' || value === null) return isSaid(value) ? [[path, value]] : []
	return Object.entries(value).flatMap(([name, part]) => leavesOf(part, path ? `${path}.${name}` : name))
}

const isSaid = (value: unknown) => value !== undefined && value !== null && value !== ''

/** A type and what was written for it, line by line, so that two of them can be compared. */
export function typeText(type: string, draft: ModuleFormState): string {
	const known = typeNamed(type)
	const lines = leavesOf(dataOf(draft)).map(([path, value]) => {
		const said = known?.valueText?.(path, value) ?? String(value)
		return `${known?.placeOf?.(path) ?? path}: ${said}`
	})
	return [labelOf(type), ...lines].join('\n')
}
