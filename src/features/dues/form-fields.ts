import * as z from 'zod/mini'
import { centsIn } from '#src/lib/dues/money.ts'
import { amountCents } from './plans-contract.ts'

// Converts text fields to the numbers of API calls. An empty optional field becomes null.

const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)
const orNull =
	<Value>(read: (text: string) => Value) =>
	(text: string) =>
		text.trim() === '' ? null : read(text)

/** An amount as typed, such as `49.00`, in cents. */
export const typedAmount = z.pipe(z.pipe(z.string(), z.transform(centsIn)), amountCents)
export const optionalAmount = z.pipe(z.pipe(z.string(), z.transform(orNull(centsIn))), z.nullable(amountCents))

/** A number as typed or chosen. */
export const typedNumber = (schema: z.ZodMiniType<number, number>) =>
	z.pipe(z.pipe(z.string(), z.transform(numberIn)), schema)
export const optionalNumber = (schema: z.ZodMiniType<number | null, number | null>) =>
	z.pipe(z.pipe(z.string(), z.transform(orNull(numberIn))), schema)

export const optionalText = (schema: z.ZodMiniType<string | null, string | null>) =>
	z.pipe(z.pipe(z.string(), z.transform(orNull((text) => text))), schema)
