import fc from 'fast-check'
import type * as z from 'zod/mini'
import { type Contract, takesBody } from '#src/lib/api/contract.ts'

// Generates valid and invalid input for any endpoint from its contract's schemas.

/** Valid values by field name for fields that the schema leaves open, such as existing ids. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>

export interface Input {
	params: Record<string, string>
	query: Record<string, string>
	body: unknown
}

type Schema = z.core.$ZodType
interface Definition {
	type: string
	checks?: readonly { _zod: { def: Check } }[]
	shape?: Record<string, Schema>
	innerType?: Schema
	element?: Schema
	valueType?: Schema
	options?: readonly Schema[]
	values?: readonly unknown[]
	entries?: Record<string, string>
}
interface Check {
	check: string
	format?: string
	pattern?: RegExp
	minimum?: number
	maximum?: number
	value?: number
}

const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition
const checksOf = ({ checks = [] }: Definition) => checks.map((check) => check._zod.def)

/** Maximum length of generated text, which must be accepted. The hostile samples cover longer text. */
const MAX_LENGTH = 80

function textOf(definition: Definition): fc.Arbitrary<unknown> {
	const checks = checksOf(definition)
	const format = checks.find(({ check }) => check === 'string_format')
	if (format?.format === 'email') return fc.emailAddress()
	if (format?.pattern) return fc.stringMatching(format.pattern)
	const minLength = Math.max(0, ...checks.map(({ minimum = 0 }) => minimum))
	const maxLength = Math.max(minLength, Math.min(MAX_LENGTH, ...checks.map(({ maximum = MAX_LENGTH }) => maximum)))
	// Uses letters, because forms trim surrounding space before they count characters.
	return fc.string({ unit: fc.constantFrom(...'aeiou mnst.éß'), minLength, maxLength })
}

function numberOf(definition: Definition): fc.Arbitrary<unknown> {
	const limits = checksOf(definition)
	const bound = (name: string, otherwise: number) => limits.find(({ check }) => check === name)?.value ?? otherwise
	return fc.integer({ min: bound('greater_than', 0), max: Math.min(bound('less_than', 1_000), 2 ** 31) })
}

/** Returns valid values of a schema. @throws for a kind of schema that is not supported yet */
function fitting(schema: Schema, known: Known): fc.Arbitrary<unknown> {
	const definition = definitionOf(schema)
	const inner = () => fitting(definition.innerType as Schema, known)
	switch (definition.type) {
		case 'string':
			return textOf(definition)
		case 'number':
			return numberOf(definition)
		case 'boolean':
			return fc.boolean()
		case 'enum':
			return fc.constantFrom(...Object.values(definition.entries ?? {}))
		case 'literal':
			return fc.constantFrom(...(definition.values ?? []))
		case 'optional':
		case 'default':
			return fc.option(inner(), { nil: undefined })
		case 'nullable':
			return fc.option(inner())
		case 'array':
			return fc.array(fitting(definition.element as Schema, known), { maxLength: 4 })
		case 'record':
			return fc.dictionary(fc.string(), fitting(definition.valueType as Schema, known), { maxKeys: 4 })
		case 'union':
			return fc.oneof(...(definition.options ?? []).map((option) => fitting(option, known)))
		case 'object':
			return fc.record(
				Object.fromEntries(
					Object.entries(definition.shape ?? {}).map(([name, field]) => [name, known[name] ?? fitting(field, known)]),
				),
			)
		// Byte streams are replaced by JSON bodies.
		case 'custom':
		case 'unknown':
			return fc.jsonValue()
		case 'undefined':
			return fc.constant(undefined)
		default:
			throw new Error(`generated-input.ts has no values for the schema type ${definition.type}`)
	}
}

const fieldsOf = (schema: Schema) => Object.keys(definitionOf(schema).shape ?? {})

/** Values of the wrong type or form. */
const INVALID_VALUES: readonly unknown[] = [
	...['', ' ', '-1', '1e999', '__proto__', "'; --", '"* OR', '%00', '../..', '\u202e', '\u{1F600}', 'x'.repeat(20_000)],
	...[null, 0, -1, 1.5, 1e308, true, [], {}, [null], { toString: 1 }],
]
const anything = () =>
	fc.oneof(fc.constantFrom(...INVALID_VALUES), fc.jsonValue(), fc.string({ unit: 'binary' }), fc.nat().map(String))

/** Fields that a caller must not be able to set. */
const PRIVILEGES = { role: 'admin', userId: 'x', authorId: 'x', status: 'active', isPinned: true, id: 'x', version: 0 }

/** Returns valid values with some fields, or the whole value, replaced by invalid ones. */
function invalidated(fit: fc.Arbitrary<unknown>, names: readonly string[]): fc.Arbitrary<unknown> {
	if (names.length === 0) return anything()
	const wrong = fc.dictionary(fc.constantFrom(...names), anything(), { minKeys: 1, maxKeys: 2 })
	const missing = fc.subarray([...names], { minLength: 1 })
	const without = ([whole, left]: [unknown, string[]]) =>
		Object.fromEntries(Object.entries(whole as object).filter(([name]) => !left.includes(name)))
	return fc.oneof(
		fc.tuple(fit, wrong).map(([whole, some]) => ({ ...(whole as object), ...some })),
		fc.tuple(fit, missing).map(without),
		fit.map((whole) => ({ ...PRIVILEGES, ...(whole as object), ...PRIVILEGES })),
		anything(),
	)
}

const asText = (values: Record<string, unknown>) =>
	Object.fromEntries(
		Object.entries(values)
			.filter(([, value]) => value !== undefined && value !== null)
			.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
	)

/**
 * Returns calls of an endpoint. Three of five are valid, so most permitted actions succeed. `params` and `known`
 * contain existing values.
 */
export function inputFor(contract: Contract, params: Known, known: Known): fc.Arbitrary<Input> {
	const parts = (isFit: boolean) => {
		const fits = (schema: Schema) => fitting(schema, known)
		const pick = (schema: Schema, fit = fits(schema)) =>
			isFit ? fit : fc.oneof(fit, invalidated(fit, fieldsOf(schema)))
		const names = [...contract.path.matchAll(/:(\w+)/g)].map(([, name]) => String(name))
		const there = fc.record(Object.fromEntries(names.map((name) => [name, params[name] ?? fc.string()])))
		const query = pick(contract.query).map((value) => asText({ ...(value as object) }))
		return fc.record({
			params: isFit
				? there
				: fc.oneof(there, invalidated(there, names)).map((value) => asText({ ...(value as object) })),
			query: isFit ? fc.oneof(fc.constant({}), query) : query,
			body: takesBody(contract) ? pick(contract.body) : fc.constant(undefined),
		})
	}
	return fc.oneof({ weight: 3, arbitrary: parts(true) }, { weight: 2, arbitrary: parts(false) }) as fc.Arbitrary<Input>
}
