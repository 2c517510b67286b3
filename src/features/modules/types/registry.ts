import * as z from 'zod/mini'
import { filesSchema, withFiles } from '../worksheets.ts'
import { journal } from './journal/schema.ts'
import type { Missing, ModuleType, UnvalidatedData } from './module-type.ts'
import { quiz } from './quiz/schema.ts'
import { text } from './text/schema.ts'
import { video } from './video/schema.ts'

/** All module types. A new type is a folder here and an entry in this list; views and editors are found by its name. */
export const moduleTypes = [text, video, quiz, journal] as const

const byName: ReadonlyMap<string, ModuleType> = new Map(moduleTypes.map((known) => [known.type, known as ModuleType]))

/** Returns the module type, or undefined if this release does not support it. */
export const findType = (name: string): ModuleType | undefined => byName.get(name)

/** Returns the display name of a type, or its stored name if the type is unknown. */
export const labelOf = (name: string) => findType(name)?.label ?? name

/** Returns whether a module of this type requires content. */
export const needsContent = (name: string): boolean => findType(name)?.standsAlone !== true

function parseJson(json: string): unknown {
	try {
		return JSON.parse(json || '{}')
	} catch {
		return undefined
	}
}

/** Parses `additionalContent`; returns the schema's defaults if it does not match. */
export function readData<Schema extends z.ZodMiniType>(schema: Schema, json: string): z.output<Schema> {
	const parsed = z.safeParse(schema, parseJson(json))
	return parsed.success ? parsed.data : z.parse(schema, {})
}

/** Parses `additionalContent` without a schema; empty if it is not an object. */
export function readObject(json: string): UnvalidatedData {
	const data = parseJson(json)
	return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as UnvalidatedData) : {}
}

/**
 * Validates an author's `additionalContent` (JSON text or an object) against the schema of its type and that of the
 * files, which every type can have.
 * @returns the JSON to store, or the errors.
 */
export function checkData(
	type: string,
	given: unknown,
): { json: string } | { issues: Array<{ path: string; message: string }> } {
	const known = findType(type)
	if (!known) return { issues: [{ path: 'type', message: 'Choose one of the module types' }] }
	const value = typeof given === 'string' ? parseJson(given) : (given ?? {})
	if (value === undefined) return { issues: [{ path: '', message: 'Additional content must be valid JSON' }] }
	const parsed = z.safeParse(known.data, value)
	const files = z.safeParse(filesSchema, value)
	if (parsed.success && files.success)
		return { json: JSON.stringify({ ...(parsed.data as object), ...withFiles(files.data.files) }) }
	return {
		issues: [...(parsed.error?.issues ?? []), ...(files.error?.issues ?? [])].map(({ path, message }) => ({
			path: path.join('.'),
			message: /^Invalid/.test(message)
				? `Additional content does not fit a ${known.label.toLowerCase()} module`
				: message,
		})),
	}
}

/** Returns the required part that the stored data is missing; undefined if it is complete or the type is unknown. */
export function missingIn(type: string, json: string): Missing | undefined {
	const known = findType(type)
	return known?.findMissing?.(readData(known.data, json))
}
