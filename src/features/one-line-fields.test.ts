import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contracts } from './contracts.ts'

type Field = readonly [name: string, schema: z.core.$ZodType]

/** Returns the text fields of a body, including those of objects in lists and unions. */
function fieldsOf(schema: z.core.$ZodType, name = ''): Field[] {
	const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } }
	const inner = [def.innerType, def.element, def.in, ...((def.options as unknown[]) ?? [])] as Array<
		z.core.$ZodType | undefined
	>
	const shape = Object.entries((def.shape ?? {}) as Record<string, z.core.$ZodType>)
	return [
		...(def.type === 'string' ? [[name, schema] as const] : []),
		...inner.flatMap((one) => (one ? fieldsOf(one, name) : [])),
		...shape.flatMap(([key, one]) => fieldsOf(one, key)),
	]
}

/** Names of fields that must be a single line. */
const ONE_LINE = /^(title|name|subject|phoneNumber|to)$|(Name|Alt)$/

const fields = contracts.flatMap(({ method, path, body }) =>
	fieldsOf(body as z.core.$ZodType)
		.filter(([name]) => ONE_LINE.test(name))
		.map(([name, schema]) => [`${method} ${path}`, name, schema] as const),
)

test('finds the titles and names of all contracts', () => expect(fields.length).toBeGreaterThan(15))

test.each(fields)('%s removes line breaks and invisible characters from its %s', (_call, _name, schema) => {
	const { success, data } = z.safeParse(schema, 'Ruth \u202e\u200fOkafor\r\nof\u0007\u2028Elm\u200b Street')
	if (success) expect(data).toBe('Ruth Okafor of Elm Street')
	expect(z.safeParse(schema, '\u202e\u200f\u2028\u3164\r\n\u200d').data || '').toBe('')
})
