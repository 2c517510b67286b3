import * as z from 'zod/mini'
import { attached, withFiles } from '../worksheets.ts'
import { journal } from './journal/schema.ts'
import type { Lack, ModuleType, WrittenData } from './module-type.ts'
import { quiz } from './quiz/schema.ts'
import { text } from './text/schema.ts'
import { video } from './video/schema.ts'

/** Every type of module. A new one is a folder beside these and its name here; views and editors find its folder. */
export const moduleTypes = [text, video, quiz, journal] as const

const byName: ReadonlyMap<string, ModuleType> = new Map(moduleTypes.map((known) => [known.type, known as ModuleType]))

/** Undefined for a type that this release does not know. */
export const typeNamed = (name: string): ModuleType | undefined => byName.get(name)

/** What people call a type; an unknown one by its own name. */
export const labelOf = (name: string) => typeNamed(name)?.label ?? name

/** Whether a module of this type is nothing without its content. */
export const needsContent = (name: string): boolean => typeNamed(name)?.standsAlone !== true

function parseJson(json: string): unknown {
	try {
		return JSON.parse(json || '{}')
	} catch {
		return undefined
	}
}

/** The data in `additionalContent`, or what `fallback` parses from nothing where it does not fit the schema. */
export function readData<Schema extends z.ZodMiniType>(schema: Schema, json: string): z.output<Schema> {
	const parsed = z.safeParse(schema, parseJson(json))
	return parsed.success ? parsed.data : z.parse(schema, {})
}

/** The data in `additionalContent` whatever it is: as an author has it, or as a member may. */
export function readAny(json: string): WrittenData {
	const data = parseJson(json)
	return typeof data === 'object' && data !== null ? (data as WrittenData) : {}
}

/** One thing that is wrong with the data of a module, and where. */
export interface DataIssue {
	readonly path: string
	readonly message: string
}

/**
 * `additionalContent` as an author sends it (JSON text, or the object itself), checked against its type and for the
 * files that every type can have.
 * @returns the JSON to store, or what is wrong with it.
 */
export function checkData(type: string, given: unknown): { json: string } | { issues: DataIssue[] } {
	const known = typeNamed(type)
	if (!known) return { issues: [{ path: 'type', message: 'Choose one of the module types' }] }
	const value = typeof given === 'string' ? parseJson(given) : (given ?? {})
	if (value === undefined) return { issues: [{ path: '', message: 'Additional content must be valid JSON' }] }
	const parsed = z.safeParse(known.data, value)
	const also = z.safeParse(attached, value)
	if (parsed.success && also.success)
		return { json: JSON.stringify({ ...(parsed.data as object), ...withFiles(also.data.files) }) }
	return {
		issues: [...(parsed.error?.issues ?? []), ...(also.error?.issues ?? [])].map(({ path, message }) => ({
			path: path.join('.'),
			message: /^Invalid/.test(message)
				? `Additional content does not fit a ${known.label.toLowerCase()} module`
				: message,
		})),
	}
}

/** What a module of this type lacks, from its stored data; undefined also where the type is not known. */
export function lackOf(type: string, json: string): Lack | undefined {
	const known = typeNamed(type)
	return known?.lackOf?.(readData(known.data, json))
}
