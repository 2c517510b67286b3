import * as z from 'zod/mini'

/** Parses a JSON column. Returns `fallback` for invalid values, which may come from an import or an older release. */
export function parseStored<Schema extends z.ZodMiniType, Fallback>(
	schema: Schema,
	json: string | null,
	fallback: Fallback,
): z.output<Schema> | Fallback {
	try {
		return z.parse(schema, JSON.parse(json ?? ''))
	} catch {
		return fallback
	}
}

export const storedDetail = z.record(z.string(), z.unknown())
export const storedCounts = z.record(z.string(), z.number())
export const storedTexts = z.array(z.string())
