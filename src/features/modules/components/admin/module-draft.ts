import * as z from 'zod/mini'
import { type CourseModule, moduleBody } from '../../contract.ts'
import { checkData } from '../../types/registry.ts'

/** A module as an author is writing it: it need not be valid yet. */
export interface ModuleDraft {
	title: string
	description: string
	type: string
	content: string
	data: Record<string, unknown>
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

export const draftOf = (module: CourseModule | undefined): ModuleDraft => ({
	title: module?.title ?? '',
	description: module?.description ?? '',
	type: module?.type ?? 'text',
	content: module?.content ?? '',
	data: parseObject(module?.additionalContent ?? '{}'),
})

/** A draft from its kept form; undefined for anything else. */
export function parseDraft(json: string): ModuleDraft | undefined {
	const value = parseObject(json) as Partial<ModuleDraft>
	const isDraft = [value.title, value.description, value.type, value.content].every((text) => typeof text === 'string')
	return isDraft && typeof value.data === 'object' ? (value as ModuleDraft) : undefined
}

/** What is wrong with a draft, by the place: `title`, `data.questions.0.question`. Empty when it can be saved. */
export function faultsOf({ data, ...fields }: ModuleDraft): Record<string, string> {
	const faults: Record<string, string> = {}
	const parsed = z.safeParse(moduleBody, fields)
	for (const { path, message } of parsed.error?.issues ?? []) faults[path.join('.')] ??= message
	const checked = checkData(fields.type, data)
	if ('issues' in checked) for (const { path, message } of checked.issues) faults[`data.${path}`] ??= message
	return faults
}
